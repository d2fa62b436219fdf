/** @file The engine of lexigraph in JavaScript. */

export { Engine, Problem, init } from './engine.js';
export { WorkerEngine } from './worker-engine.js';
