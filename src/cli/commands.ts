import type { Ctx } from '#features/ctx.ts';
import { run as auditVerify } from './audit-verify.ts';
import { run as ledgerVerify } from './ledger-verify.ts';
import { run as openapi } from './openapi.ts';

export interface Command {
  usage: string;
  about: string;
  /** Resolves to the exit code. */
  run: (ctx: Ctx, args: string[]) => Promise<number>;
}

/** Every command by its name, two words joined as people type them. */
export const commands: Record<string, Command> = {
  ledger: {
    usage: 'verify',
    about: 'derive every balance from the first entry; 1 when one differs',
    run: ledgerVerify,
  },
  audit: { usage: 'verify', about: 'check the hash chain of the audit log; 1 when it is broken', run: auditVerify },
  openapi: { usage: '', about: 'print the OpenAPI document', run: openapi },
};
