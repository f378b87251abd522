#!/usr/bin/env node
import { refuseMixedModes } from '#features/demo/refuse-mixed-modes.ts';
import { refuseText } from '#features/oversight/import-guard/refuse-text.ts';
import { translate } from '#i18n/translate.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { version } from '#platform/version.ts';
import { type BareCommand, type Command, commands } from './cli/commands.ts';
import { attach } from './cli/shop/attach.ts';

const [name = 'help', ...args] = process.argv.slice(2);
const command = commands[name];

if (name === '--version') {
  process.stdout.write(`facevalue ${version}\n`);
  process.exit(0);
}

if (!command) {
  process.stdout.write('facevalue <command>\n\n');
  for (const [each, { usage, about }] of Object.entries(commands))
    process.stdout.write(`  ${`${each} ${usage}`.padEnd(44)}${about}\n`);
  process.exit(name === 'help' ? 0 : 2);
}

for (const [at, arg] of args.entries()) {
  const refusal = refuseText(arg, 'text');
  if (!refusal) continue;
  process.stderr.write(`Argument ${at + 1}: ${translate('en', refusal)}\n`);
  process.exit(2);
}

/** Runs a command in the shop of this DATA_DIR. */
async function runIn({ run }: Command, config: Config, log: Logger): Promise<number> {
  const shop = await attach(config, log);
  try {
    // DEMO=on would otherwise let a command act as anybody without a password.
    if (config.demo) await refuseMixedModes(shop.background);
    return await run(shop.background, args, shop);
  } finally {
    await shop.close();
  }
}

async function runWithSettings(chosen: Command | BareCommand): Promise<number> {
  const config = readConfig();
  const log = createLogger(config.log_level === 'info' ? 'warn' : config.log_level);
  return 'runBare' in chosen ? chosen.runBare(config, log, args) : runIn(chosen, config, log);
}

try {
  process.exitCode = 'runEarly' in command ? await command.runEarly(args) : await runWithSettings(command);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
