#!/usr/bin/env python3
"""Runs the shards of a lexigraph command on a Dask cluster, and merges them.

    dask_run.py --scheduler tcp://HOST:8786 --shards 100 --out match.json --folder parts -- \\
        selfplay --first equity --second greedy --games 100000 --pairs
    dask_run.py --workers 4 --shards 16 --out leaves.klv2 --folder parts --send spanish.lxg -- \\
        train leaves -l spanish.lxg --games 100000
    dask_run.py --scheduler-file cluster.json --shards 50 --out best.json --folder parts -- \\
        boggle --best --size 4x4 --pools 1000 --seed 1

The command is one of selfplay, train leaves and boggle --best --pools, without --shard, --json and output. Each shard
is a task, which runs in a folder of its own on a worker and returns the bytes of its result: machines share no files.
Files that the command reads are sent to them with --send, and named without a folder in the command. Each result is
written to the folder of --folder as soon as it is there, whole; what is there is not run again, so a run that was ended
goes on when it is started again. A worker that is lost costs the shards it was at: Dask gives them to others. The
merged result is that of one machine, byte for byte.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from dask.distributed import Client, LocalCluster, as_completed


def run_shard(program, arguments, files):
    """Runs a shard in a folder with these files, and returns its result. This runs on a worker."""
    with tempfile.TemporaryDirectory(prefix="lexigraph-") as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: exit status {done.returncode}: {done.stderr.decode()}")
        result = Path(folder, "result")
        return result.read_bytes() if result.exists() else done.stdout


def write_whole(path, content):
    """Writes a file that appears whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


class Run:
    """A command, and where its shards are run and kept."""

    def __init__(self, client, options):
        self.client = client
        self.options = options
        self.command = options.command
        self.folder = Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files = {Path(name).name: Path(name).read_bytes() for name in options.send}

    def shards(self, name, arguments, more):
        """Runs the shards that are not there yet; returns the paths of all. `more` are files that they need."""
        count = self.options.shards
        paths = {number: self.folder / f"{name}-{number}-of-{count}" for number in range(1, count + 1)}
        absent = [number for number in paths if not paths[number].exists()]
        # A task of its own: sent to each worker once, and made again by the scheduler if all who have it are lost.
        files = self.client.submit(dict, {**self.files, **more}, pure=False)
        tasks = {}
        for number in absent:
            shard = [*arguments, "--shard", f"{number}/{count}", "--threads", str(self.options.threads)]
            task = self.client.submit(
                run_shard, self.options.program, shard, files, pure=False, retries=self.options.retries,
                key=f"lexigraph-{name}-{number}-{os.getpid()}",
            )
            tasks[task] = number
        done = count - len(absent)
        for task in as_completed(list(tasks)):
            number = tasks.pop(task)
            if task.status != "finished":
                # Finished shards stay, and the next start goes on from it.
                sys.exit(f"error: {name}, shard {number}/{count}: {task.exception()}")
            write_whole(paths[number], task.result())
            # A result that is kept here need not be kept there.
            task.release()
            done += 1
            print(f"{name}: {done} of {count} shards", file=sys.stderr, flush=True)
        return [str(path) for path in paths.values()]

    def merge(self, arguments, paths, out):
        """Merges the results on this machine."""
        merged = subprocess.run(
            [self.options.program, *arguments, "--merge", *paths, *out], stdout=subprocess.PIPE, check=False
        )
        if merged.returncode != 0:
            sys.exit(merged.returncode)
        return merged.stdout

    def printed(self, merging):
        """A command whose result is printed."""
        paths = self.shards("shard", [*self.command, "--json"], {})
        write_whole(Path(self.options.out), self.merge([*merging, "--json"], paths, []))

    def training(self):
        """A round of shards for each generation."""
        parser = argparse.ArgumentParser(add_help=False)
        parser.add_argument("--generations", type=int, default=4)
        for name in ["--games", "--draws", "--seed", "--longest"]:
            parser.add_argument(name)
        course, rest = parser.parse_known_args(self.command[2:])
        longest = ["--longest", course.longest] if course.longest else []
        given = {"--games": course.games, "--generations": course.generations, "--draws": course.draws}
        given["--seed"] = course.seed
        settings = [text for name, value in given.items() if value is not None for text in (name, str(value))]
        arguments, files = [*settings, "-o", "result"], {}
        for generation in range(1, course.generations + 1):
            name = f"generation-{generation}"
            paths = self.shards(name, ["train", "leaves", *rest, *arguments], files)
            if generation == course.generations:
                self.merge(["train", "leaves", *rest], paths, ["--force", "-o", self.options.out, *longest])
                return
            after = self.folder / f"{name}.train"
            self.merge(["train", "leaves", *rest], paths, ["--force", "-o", str(after)])
            arguments, files = ["--from", "before.train", "-o", "result"], {"before.train": after.read_bytes()}

    def run(self):
        match self.command[:2]:
            case ["train", "leaves"]:
                self.training()
            case ["selfplay", _]:
                self.printed(["selfplay"])
            case ["boggle", _]:
                self.printed(["boggle", "--best"])
            case _:
                sys.exit("the command is none of selfplay, train leaves and boggle --best — see --help")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster")
    where.add_argument("--scheduler-file", metavar="FILE", help="the file that the scheduler has written")
    where.add_argument("--workers", metavar="N", type=int, default=os.cpu_count(), help="workers on this machine")
    parser.add_argument("--shards", metavar="N", type=int, required=True, help="shards of the run, or of a generation")
    parser.add_argument("--folder", required=True, help="where the results of shards are kept")
    parser.add_argument("--out", metavar="FILE", required=True, help="the merged result")
    parser.add_argument("--send", metavar="FILE", action="append", default=[], help="a file that the command reads")
    parser.add_argument("--program", default="lexigraph", help="the program on the workers and here")
    parser.add_argument("--threads", metavar="N", type=int, default=1, help="threads of a shard")
    parser.add_argument("--retries", metavar="N", type=int, default=2, help="how often a shard that failed is run again")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- and the command")
    options = parser.parse_args()
    # Lexicons have megabytes; nothing else is that large.
    warnings.filterwarnings("ignore", message="Sending large graph")
    options.command = [text for at, text in enumerate(options.command) if (at, text) != (0, "--")]
    if options.shards < 1:
        parser.error("--shards: expected a number from 1")
    if options.scheduler or options.scheduler_file:
        client = Client(options.scheduler, scheduler_file=options.scheduler_file)
    else:
        cluster = LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    with client:
        Run(client, options).run()


if __name__ == "__main__":
    main()
