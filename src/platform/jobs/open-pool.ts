import pg from 'pg';

/** A pool of pg, the client that the job library uses. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  // An unhandled error event would end the process. The next statement fails anyway, and its caller reports that.
  const ignore = () => {};
  return new pg.Pool({ application_name: 'facevalue jobs', connectionTimeoutMillis: 5_000, ...config })
    .on('error', ignore)
    .on('connect', (client) => void client.on('error', ignore));
}
