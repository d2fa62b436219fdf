import type { Problem as ProblemDocument, Questions } from './questions.js';

export type * from './questions.js';
export type { ProblemDocument };

/** The name of a question. */
export type Question = keyof Questions;

/** The name of a question that tells its progress. */
export type WatchedQuestion = { [Q in Question]: Questions[Q]['watched'] extends true ? Q : never }[Question];

type Request<Q extends Question> = Questions[Q]['request'];
type Answer<Q extends Question> = Questions[Q]['answer'];
/** A request that may be left out if all its fields may. */
type Optional<Q extends Question> = {} extends Request<Q> ? [request?: Request<Q>] : [request: Request<Q>];

/** Bytes, or where they are. In Node.js, an address may be that of a file. */
export type Source = URL | string | Response | Blob | ArrayBuffer | ArrayBufferView;

/** The compiled engine, its bytes or its address. */
export type ModuleSource = WebAssembly.Module | BufferSource | Response | URL | string;

export interface InitOptions {
  /** The engine; `lexigraph.wasm` beside the scripts if it is left out. */
  module_or_path?: ModuleSource;
}

export interface OpenOptions {
  /** Leave values: `.klv2` or `.csv`, plain or as gzip. Without them, equity is the score. */
  leaves?: Source;
  /**
   * `true` to build a GADDAG if the file has none, in some 200 ms for 170,000 words. Patterns that begin with `*` are
   * answered many times as fast with it; other questions gain little or nothing.
   */
  gaddag?: boolean;
}

/** Loads and compiles the engine, once. The other functions do it if it has not been done. */
export function init(options?: InitOptions): Promise<WebAssembly.Module>;

/** What is wrong with a request. The message is the detail of the problem document. */
export class Problem extends Error {
  constructor(document: ProblemDocument);
  /** The kind, or an empty text. */
  readonly kind: ProblemDocument['kind'] | '';
  /** The field of the request that is at fault. */
  readonly field?: string | null;
  /** The line of the mistake in that field, from 1. */
  readonly line?: number | null;
  /** The column of the mistake, from 1. */
  readonly column?: number | null;
  /** The problem document. */
  readonly document: ProblemDocument;
}

/** The engine in this thread: `ask` and `watch` return when the answer is there. */
export class Engine {
  /** An engine without lexicons. The module is what {@link init} gives. */
  constructor(module: WebAssembly.Module);
  /** As the constructor, after {@link init}. */
  static start(options?: InitOptions): Promise<Engine>;
  /**
   * Opens an image or a word list of any format but xz under a name; a lexicon that has the name is replaced. The first
   * lexicon answers requests that name none. Rejects with a {@link Problem} if the bytes are damaged.
   */
  open(name: string, source: Source, options?: OpenOptions): Promise<void>;
  /** Gives leave values to a lexicon. */
  leaves(name: string, source: Source): Promise<void>;
  /**
   * Gives a dictionary to a lexicon: a file that `lexigraph define import` writes, such as `english.lxd` of this package.
   * It explains the words that the lexicon has no definitions of its own for.
   */
  definitions(name: string, source: Source): Promise<void>;
  /** Answers a question. Throws a {@link Problem}. */
  ask<Q extends Question>(question: Q, ...request: Optional<Q>): Answer<Q>;
  /**
   * Answers a question that tells its progress, until `onProgress` returns `false`: then what has been found so far is
   * the answer.
   */
  watch<Q extends WatchedQuestion>(
    question: Q,
    request: Request<Q>,
    onProgress: (progress: Answer<Q>) => boolean | void,
  ): Answer<Q>;
}

export interface AskOptions {
  /** Gives the question up. Its promise rejects with the reason of the signal, and the work ends. */
  signal?: AbortSignal;
}

export interface WorkerOptions extends InitOptions {
  /** The address of `worker.js`, if it does not lie beside the other scripts. */
  worker?: URL | string;
}

/**
 * The engine in workers, of the browser or of Node.js: nothing here blocks the thread. Questions that take long have a
 * worker of their own, which the first of them starts.
 */
export class WorkerEngine extends EventTarget {
  constructor(options?: WorkerOptions);
  /** An engine without lexicons, whose module is compiled. */
  static start(options?: WorkerOptions): Promise<WorkerEngine>;
  /** As {@link Engine.open}. */
  open(name: string, source: Source, options?: OpenOptions): Promise<void>;
  /** As {@link Engine.leaves}. */
  leaves(name: string, source: Source): Promise<void>;
  /** As {@link Engine.definitions}. */
  definitions(name: string, source: Source): Promise<void>;
  /** Asks a question. Rejects with a {@link Problem}. */
  ask<Q extends Question>(question: Q, request?: Request<Q>, options?: AskOptions): Promise<Answer<Q>>;
  /** Asks a question that tells its progress. */
  watch<Q extends WatchedQuestion>(
    question: Q,
    request: Request<Q>,
    onProgress: (progress: Answer<Q>) => void,
    options?: AskOptions,
  ): Promise<Answer<Q>>;
  /** Ends the workers. Questions that are not answered yet are rejected. */
  close(): void;
}
