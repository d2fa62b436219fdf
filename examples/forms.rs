use std::io::Write;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let aff = std::fs::read(format!("{}.aff", args[1])).unwrap();
    let dic = std::fs::read(format!("{}.dic", args[1])).unwrap();
    let most: u64 = args[2].parse().unwrap();
    let start = std::time::Instant::now();
    let affixes = match lexigraph::lexicon::Affixes::parse("x.aff", &aff) {
        Ok(a) => a,
        Err(e) => {
            eprintln!("{e}");
            return;
        }
    };
    eprintln!("parse {:?} rules {}", start.elapsed(), affixes.rules());
    let mut n = 0u64;
    let start = std::time::Instant::now();
    if args.len() > 3 {
        let mut out = std::io::BufWriter::new(std::fs::File::create(&args[3]).unwrap());
        let r = affixes.forms("x.dic", &dic, most, |f| {
            n += 1;
            writeln!(out, "{f}").unwrap();
        });
        if let Err(e) = r {
            eprintln!("{e}");
        }
    } else {
        let r = affixes.forms("x.dic", &dic, most, |_| n += 1);
        if let Err(e) = r {
            eprintln!("{e}");
        }
    }
    eprintln!("forms {n} {:?}", start.elapsed());
}
