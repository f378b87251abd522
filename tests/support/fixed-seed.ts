import process from 'node:process';
import fc from 'fast-check';

// The same cases in every run, so that a change that breaks nothing can't fail: `SEED=random npm test -- file` looks for
// new ones, and a failure prints the seed to repeat it with.
const { SEED = '20261123' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED) });
