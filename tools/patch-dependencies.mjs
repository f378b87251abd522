// Mends a fault of a dependency that has no release yet. A patch that no longer fits stops the installation.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const patches = [
  {
    // A write queued when the connection closes hits a null socket and ends the process; the open upstream report is
    // porsager/postgres#1208. Settled here as what it is: a closed connection, which the caller can catch.
    file: 'node_modules/postgres/src/connection.js',
    find: '    const x = socket.write(chunk, fn)\n',
    replace:
      "    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n    const x = socket.write(chunk, fn)\n",
  },
];

/** Applies every patch below `root`; one that is applied already is left alone. */
export function patchDependencies(root) {
  for (const { file, find, replace } of patches) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    if (text.includes(replace)) continue;
    if (text.split(find).length !== 2)
      throw new Error(`The patch of ${file} does not fit any more: look at tools/patch-dependencies.mjs.`);
    writeFileSync(path, text.replace(find, replace));
  }
}
