// Words and plays from C#: mcs Words.cs, then mono Words.exe check qat qzt | anagram retains | plays 'CGP'.
using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

static class Lexigraph
{
    const string Library = "lexigraph";
    public const uint Anagrams = 1, ByEquity = 1; // LEXIGRAPH_ANAGRAMS, LEXIGRAPH_BY_EQUITY

    [StructLayout(LayoutKind.Sequential)]
    public struct Play
    {
        public IntPtr Notation, Word, Tiles, Leave;
        public uint Row, Column;
        public int Down, Score;
        public double Equity;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int PlayFn(ref Play play, IntPtr data);

    [DllImport(Library)] public static extern IntPtr lexigraph_open_bundled(byte[] name, out IntPtr error);
    [DllImport(Library)] public static extern void lexigraph_close(IntPtr lexicon);
    [DllImport(Library)] public static extern int lexigraph_contains(IntPtr lexicon, byte[] word, out IntPtr error);
    [DllImport(Library)] public static extern IntPtr lexigraph_find(
        IntPtr lexicon, uint question, byte[] text, out IntPtr error);
    [DllImport(Library)] public static extern UIntPtr lexigraph_words_count(IntPtr words);
    [DllImport(Library)] public static extern IntPtr lexigraph_words_get(IntPtr words, UIntPtr index);
    [DllImport(Library)] public static extern void lexigraph_words_free(IntPtr words);
    [DllImport(Library)] public static extern IntPtr lexigraph_api_new();
    [DllImport(Library)] public static extern int lexigraph_api_add(
        IntPtr api, byte[] name, IntPtr lexicon, byte[] leaves, out IntPtr error);
    [DllImport(Library)] public static extern void lexigraph_api_free(IntPtr api);
    [DllImport(Library)] public static extern long lexigraph_plays(
        IntPtr api, byte[] position, uint order, UIntPtr limit, PlayFn each, IntPtr data, out IntPtr error);
    [DllImport(Library)] static extern void lexigraph_string_free(IntPtr text);

    // A text as C reads it: UTF-8 with a NUL.
    public static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

    public static string Text(IntPtr utf8)
    {
        int length = 0;
        while (Marshal.ReadByte(utf8, length) != 0) length++;
        var bytes = new byte[length];
        Marshal.Copy(utf8, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

    // The message of an error, which is freed.
    public static Exception Failure(IntPtr error)
    {
        var message = Text(error);
        lexigraph_string_free(error);
        return new Exception(message);
    }
}

static class Words
{
    static int Main(string[] arguments)
    {
        IntPtr error;
        try
        {
            if (arguments.Length < 2) throw new Exception("usage: check WORD... | anagram LETTERS | plays POSITION");
            var lexicon = Lexigraph.lexigraph_open_bundled(Lexigraph.Utf8("enable"), out error);
            if (lexicon == IntPtr.Zero) throw Lexigraph.Failure(error);
            if (arguments[0] == "plays") return Plays(lexicon, arguments[1]);
            try { return arguments[0] == "check" ? Check(lexicon, arguments) : Anagram(lexicon, arguments[1]); }
            finally { Lexigraph.lexigraph_close(lexicon); }
        }
        catch (Exception problem)
        {
            Console.Error.WriteLine("words: " + problem.Message);
            return 2;
        }
    }

    static int Check(IntPtr lexicon, string[] arguments)
    {
        int status = 0;
        for (int i = 1; i < arguments.Length; i++)
        {
            IntPtr error;
            int found = Lexigraph.lexigraph_contains(lexicon, Lexigraph.Utf8(arguments[i]), out error);
            if (found < 0) throw Lexigraph.Failure(error);
            if (found == 1) Console.WriteLine(arguments[i]); else status = 1;
        }
        return status;
    }

    static int Anagram(IntPtr lexicon, string letters)
    {
        IntPtr error;
        var words = Lexigraph.lexigraph_find(lexicon, Lexigraph.Anagrams, Lexigraph.Utf8(letters), out error);
        if (words == IntPtr.Zero) throw Lexigraph.Failure(error);
        ulong count = (ulong)Lexigraph.lexigraph_words_count(words);
        for (ulong i = 0; i < count; i++)
            Console.WriteLine(Lexigraph.Text(Lexigraph.lexigraph_words_get(words, (UIntPtr)i)));
        Lexigraph.lexigraph_words_free(words);
        return count == 0 ? 1 : 0;
    }

    // The API takes the lexicon over and frees it with itself.
    static int Plays(IntPtr lexicon, string position)
    {
        IntPtr error;
        var api = Lexigraph.lexigraph_api_new();
        try
        {
            int added = Lexigraph.lexigraph_api_add(api, Lexigraph.Utf8("enable"), lexicon, null, out error);
            if (added < 0) throw Lexigraph.Failure(error);
            Lexigraph.PlayFn show = (ref Lexigraph.Play play, IntPtr data) =>
            {
                var equity = play.Equity.ToString("F3", CultureInfo.InvariantCulture);
                Console.WriteLine(Lexigraph.Text(play.Notation) + " " + play.Score + " " + equity);
                return 0; // go on
            };
            long count = Lexigraph.lexigraph_plays(
                api, Lexigraph.Utf8(position), Lexigraph.ByEquity, (UIntPtr)3, show, IntPtr.Zero, out error);
            GC.KeepAlive(show);
            if (count < 0) throw Lexigraph.Failure(error);
            return count == 0 ? 1 : 0;
        }
        finally { Lexigraph.lexigraph_api_free(api); }
    }
}
