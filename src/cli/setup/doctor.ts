import { mkdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Check } from '#contracts/office/checks.ts';
import { findDemoChains } from '#features/demo/chain/find-chains.ts';
import type { Finding } from '#features/office/checks/findings/finding.ts';
import { translateFindings } from '#features/office/checks/findings/translate-findings.ts';
import { runInside } from '#features/office/checks/inside/run-inside.ts';
import { runOutside } from '#features/office/checks/outside/run-outside.ts';
import { message } from '#i18n/message.ts';
import { openChains } from '#platform/chain/open-chain.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { attach } from '../shop/attach.ts';
import { printChecks } from './print-checks.ts';
import { sendTestMail } from './send-test-mail.ts';

const USAGE = 'Usage: facevalue doctor [--mail ADDRESS] [--json]';

/** `facevalue doctor`: asks everything that the shop depends on, and exits with 1 if something keeps it from selling. */
export async function run(config: Config, log: Logger, args: string[], input: Readable = process.stdin) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { mail: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  if (positionals.length > 0) throw new Error(USAGE);
  const checks = await checkAll(config, log);
  const mail = values.mail ? await sendTestMail(config, values.mail, input) : null;
  const checked = mail
    ? checks.map((check) => (check.name === 'mail' ? translateFindings([mail], 'en')[0]! : check))
    : checks;
  if (values.json) process.stdout.write(`${JSON.stringify(checked, null, 2)}\n`);
  else printChecks(checked);
  return checked.some(({ state }) => state === 'failed') ? 1 : 0;
}

/** Every check, in English; those that take the database are one failure where it can't be used. */
export async function checkAll(config: Config, log: Logger): Promise<Check[]> {
  mkdirSync(config.data_dir, { recursive: true });
  const inside = await checkInside(config, log);
  const chains = inside.chains ?? openChains(config.coins);
  const outside = await runOutside({ config, clock: systemClock, log, chains, caller: null });
  return translateFindings([...inside.findings, ...outside], 'en');
}

async function checkInside(config: Config, log: Logger) {
  try {
    const { background, close } = await attach(config, log);
    try {
      if (config.demo) await findDemoChains(background);
      return { findings: await runInside(background), chains: background.chains };
    } finally {
      await close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const found = message('doctor.database.away', { reason });
    const away: Finding = { name: 'database', state: 'failed', found, advice: message('doctor.database.away.do') };
    return { findings: [away], chains: null };
  }
}
