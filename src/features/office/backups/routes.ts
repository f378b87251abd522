import * as contract from '#contracts/office/backups.ts';
import { serve } from '#platform/http/serve.ts';
import { listBackups } from './list-backups.ts';

export const backupsRoutes = [serve(contract.listBackups, listBackups)];
