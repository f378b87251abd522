import { runServer } from '#app/run-server.ts';

await runServer(process.argv[2]);
