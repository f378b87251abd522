import type { Check } from '#contracts/office/checks.ts';
import { translate } from '#i18n/translate.ts';

const marks = { well: 'ok', warning: 'warning', failed: 'FAILED', off: 'off' } as const;
const INDENT = '                  ';

/** A line for each check, and below it what to compare and what to do. */
export function printChecks(checks: readonly Check[]): void {
  for (const { name, coin, state, found, advice, details } of checks) {
    const label = coin ?? translate('en', { key: `doctor.name.${name}` });
    process.stdout.write(`${marks[state].padEnd(8)}${label.padEnd(17)} ${found}\n`);
    for (const line of [...details, ...(advice ? [`> ${advice}`] : [])])
      process.stdout.write(`${INDENT}        ${line}\n`);
  }
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const summary =
    failed === 0
      ? translate('en', { key: 'doctor.ready' })
      : translate('en', { key: 'doctor.missing', values: { count: failed } });
  process.stdout.write(`\n${summary}\n`);
}
