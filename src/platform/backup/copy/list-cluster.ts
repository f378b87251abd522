import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BackupError } from '../store/backup-store.ts';

export interface ClusterFile {
  /** Below the cluster's data directory. */
  path: string;
  bytes: number;
  modified_ms: number;
}

/** Directories whose content belongs to the running server, or to the log, which is copied apart. */
const EMPTIED = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
/** What a server makes again at its start, and temporary tables and sorts. */
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|backup_label(\.old)?|backup_manifest|tablespace_map|current_logfiles(\.tmp)?|postgresql\.auto\.conf\.tmp|pgsql_tmp.*|t\d+_\d+(_\w+)?(\.\d+)?)$/;

/** Files and directories of a cluster that a base backup copies (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). */
export async function listCluster(data: string): Promise<{ files: ClusterFile[]; directories: string[] }> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const found = entries.map((entry) => ({
    entry,
    path: relative(data, join(entry.parentPath, entry.name)).split(sep).join('/'),
  }));
  if (found.some(({ path }) => path.startsWith('pg_tblspc/'))) {
    throw new BackupError(
      'The database has a tablespace outside its folder, which is not backed up: move its tables back.',
    );
  }
  const isCopied = (path: string) => !EMPTIED.some((dir) => path.startsWith(`${dir}/`)) && !LEFT_OUT.test(path);
  const directories = found.filter(({ entry, path }) => entry.isDirectory() && isCopied(path)).map(({ path }) => path);
  const names = found.filter(({ entry, path }) => entry.isFile() && isCopied(path)).map(({ path }) => path);
  const files = await Promise.all(names.map((path) => describe(data, path)));
  return {
    // The server needs the folder below, which it doesn't make.
    directories: [...directories, 'pg_wal/archive_status', 'pg_wal/summaries'].sort(),
    // Last, as the server's own tool does: what it says must not be older than the files.
    files: files.filter((file) => file !== null).sort((one, other) => rank(one) - rank(other)),
  };
}

const rank = ({ path }: ClusterFile) => (path === 'global/pg_control' ? 1 : 0);

/** A table may be dropped meanwhile: then the log says so, too. */
export async function describe(data: string, path: string): Promise<ClusterFile | null> {
  const found = await stat(join(data, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found && { path, bytes: found.size, modified_ms: Math.trunc(found.mtimeMs) };
}
