// The little of Node.js that the scripts of the package use; the types of Node.js would hide what browsers lack.
declare const process: { versions?: { node?: string } };
declare module 'node:fs/promises' {
  export function readFile(path: URL | string): Promise<Uint8Array<ArrayBuffer>>;
}
declare module 'node:worker_threads' {
  export const parentPort: { postMessage(message: unknown): void; on(event: 'message', listener: (message: any) => void): void } | null;
  export class Worker {
    constructor(path: URL | string);
    on(event: string, listener: (value: any) => void): void;
  }
}
