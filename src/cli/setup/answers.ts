import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Prompt } from '../arguments/open-prompt.ts';

/** One thing that setup has to know: a setting by its name, or one of its own. */
export interface Question {
  name: string;
  text: string;
  /** What counts if nothing is typed; without it, an answer is needed. */
  usual?: string;
  isSecret?: boolean;
}

/** What setup asks for, in this order; an empty answer leaves out a setting that has none. */
export const QUESTIONS: readonly Question[] = [
  { name: 'PUBLIC_URL', text: 'Address of the shop, such as https://shop.example.com' },
  {
    name: 'DATABASE',
    text: 'Database: local (creates it in the PostgreSQL of this machine), embedded, or postgres://… of the role that serves',
    usual: 'local',
  },
  {
    name: 'DATABASE_OWNER_URL',
    text: 'If you gave postgres://… above: that of the role that owns the tables',
    usual: '',
  },
  { name: 'TRUSTED_PROXIES', text: 'Addresses of the proxy in front', usual: '127.0.0.1,::1' },
  { name: 'SMTP_URL', text: 'Mail server, such as smtps://name:password@mail.example.com', isSecret: true },
  { name: 'MAIL_FROM', text: 'Sender of mails, such as Example Cards <shop@example.com>' },
  { name: 'OPERATOR_EMAIL', text: 'Your own address, for the daily end of the audit log', usual: '' },
  { name: 'BTC_RPC_URL', text: 'Bitcoin node, such as http://user:password@127.0.0.1:8332', usual: '', isSecret: true },
  { name: 'BTC_XPUB', text: 'Extended public key for Bitcoin', usual: '' },
  { name: 'LTC_RPC_URL', text: 'Litecoin node', usual: '', isSecret: true },
  { name: 'LTC_XPUB', text: 'Extended public key for Litecoin', usual: '' },
  { name: 'ETH_RPC_URL', text: 'Ethereum node', usual: '', isSecret: true },
  { name: 'ETH_XPUB', text: 'Extended public key for Ethereum', usual: '' },
  { name: 'ADMIN_USERNAME', text: 'Name of the first admin, in lower case' },
  { name: 'ADMIN_EMAIL', text: 'Mail address of the first admin' },
];

const READABLE_BY_ALL = 0o007;

/** Answers from a file of NAME=VALUE lines; any other setting may stand there, too. It holds passwords, as the settings will. */
export async function readAnswers(file: string): Promise<Map<string, string>> {
  if (((await stat(file)).mode & READABLE_BY_ALL) !== 0)
    throw new Error(`${file} is open to every user of this machine. Run chmod 600 on it.`);
  const answers = new Map(
    Object.entries(parseEnv(await readFile(file, 'utf8'))).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  for (const { name, usual } of QUESTIONS) if (!answers.has(name) && usual !== undefined) answers.set(name, usual);
  const missing = QUESTIONS.flatMap(({ name }) => (answers.get(name) === undefined ? [name] : []));
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}.`);
  return answers;
}

/** Asks for each answer until there is one; secrets aren't shown. */
export async function askAnswers({ line, secret }: Pick<Prompt, 'line' | 'secret'>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { name, text, usual, isSecret } of QUESTIONS) {
    if (name === 'DATABASE_OWNER_URL' && !/^postgres/.test(answers.get('DATABASE') ?? '')) {
      answers.set(name, '');
      continue;
    }
    const shown = usual === undefined ? '' : usual === '' ? ' (empty: none)' : ` (empty: ${usual})`;
    let answer = '';
    do answer = (await (isSecret ? secret : line)(`${text}${shown}: `)).trim() || (usual ?? '');
    while (answer === '' && usual === undefined);
    answers.set(name, answer);
  }
  return answers;
}
