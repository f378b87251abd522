import { parseArgs } from 'node:util';
import { LONGEST_MAINTENANCE_MINUTES, startMaintenance } from '#contracts/office/operations.ts';
import type { Ctx } from '#features/ctx.ts';
import { commandLine } from '#features/identity/sessions/command-line.ts';
import { closeShop } from '#features/office/operations/maintenance/close-shop.ts';
import { openShop } from '#features/office/operations/maintenance/open-shop.ts';
import { readState } from '#features/office/operations/maintenance/read-state.ts';

const USAGE = `Usage: facevalue maintenance on [--minutes N] [--message LANGUAGE=TEXT]… | off | status
N is a whole number from 1 to ${LONGEST_MAINTENANCE_MINUTES}; without it, the shop stays closed until you open it.`;

const options = {
  minutes: { type: 'string' },
  message: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Closes the shop to all but admins in every process, or opens it, and says how it is then. */
export async function run(ctx: Ctx, [verb, ...args]: string[]): Promise<number> {
  const by = { actor_id: null, address: commandLine().address };
  if (verb === 'on') await closeShop(ctx, by, closingOf(args));
  else if (verb === 'off' && args.length === 0) await openShop(ctx, by);
  else if (verb !== 'status' || args.length > 0) throw new Error(USAGE);
  const { forced, closed, last } = await readState(ctx);
  process.stdout.write(`${sentence(closed, last?.ends_at ?? null)}\n`);
  if (forced) process.stdout.write('MAINTENANCE is on in this environment, which keeps the shop closed.\n');
  return 0;
}

function sentence(closed: boolean, ends_at: string | null): string {
  if (!closed) return 'The shop is open.';
  return ends_at ? `The shop is closed until ${ends_at}.` : 'The shop is closed until you open it.';
}

function closingOf(args: string[]): { messages: Record<string, string>; minutes: number | null } {
  const { values } = parseArgs({ args, options });
  const typed = values.message.map((given) => /^([a-z]{2})=(.+)$/s.exec(given)?.slice(1) ?? []);
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  const body = startMaintenance.body.safeParse({ messages: Object.fromEntries(typed), minutes });
  if (!body.success) throw new Error(USAGE);
  return body.data;
}
