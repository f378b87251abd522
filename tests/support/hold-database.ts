// A process that holds the database of a data directory until it is stopped: `node hold-database.ts DIR`.
import process from 'node:process';
import { startEmbedded } from '#platform/embedded/embedded.ts';

try {
  const server = await startEmbedded({ dir: process.argv[2] ?? '', log: (line) => console.log(line) });
  process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
  // Keeps the process alive, and ends it with the test that started it.
  process.stdin.on('end', () => process.exit(1)).resume();
  console.log(server.owner_url);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
