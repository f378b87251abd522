import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onLayer } from '#tests/support/on-layer.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const packed = await mkdtemp(join(tmpdir(), 'facevalue-nothing-'));
afterAll(() => rm(packed, { recursive: true, force: true }));

beforeAll(
  () =>
    promisify(execFile)(process.execPath, ['tools/run.mjs', 'package', '--deb', '--to', packed], {
      cwd: root,
      maxBuffer: 2 ** 26,
    }),
  600_000,
);

/** The lines of the page as they stand there, with what this machine lacks replaced: a network, systemd and other people's servers. */
async function linesOfPage(): Promise<string> {
  const page = await readFile(join(root, 'docs/from-nothing-to-selling.md'), 'utf8');
  const blocks = [...page.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines);
  const changes: [string, string][] = [
    // Their packages are installed; the cluster is this layer's.
    ['apt-get install -y postgresql caddy\n', 'pg_ctlcluster 15 main start\n'],
    ['./facevalue_1.0.0_amd64.deb', `/packed/facevalue_${version.replace('-', '~')}_amd64.deb >/dev/null 2>&1`],
    ['smtps://shop:password@mail.example.com', 'smtp://127.0.0.1:2525'],
    ['BTC_RPC_URL=http://rpc:password@127.0.0.1:8332\nBTC_XPUB=zpub…\n', ''],
    ['doctor --mail you@example.com', 'doctor --mail you@example.com <>/code || true'],
  ];
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The page lacks ${from}`);
    return before.replace(from, to);
  }, blocks.join(''));
}

/** Takes mails at 127.0.0.1:2525 into /mails, and writes the code of the first one to /code. */
const MAIL_SERVER = `
  import { rename, writeFile } from 'node:fs/promises';
  import { SMTPServer } from '/opt/facevalue/current/node_modules/smtp-server/dist/cjs/smtp-server.js';
  const disabledCommands = ['AUTH', 'STARTTLS'];
  let mails = 0;
  new SMTPServer({ authOptional: true, disabledCommands, async onData(stream, _session, done) {
    let mail = '';
    for await (const part of stream) mail += part;
    const name = String(++mails).padStart(4, '0');
    await writeFile('/' + name, mail);
    await rename('/' + name, '/mails/' + name);
    done();
    const [, code] = /code is (\\d{6})/.exec(mail) ?? [];
    if (code) await writeFile('/code', code + '\\n');
  } }).listen(2525, '127.0.0.1');`;

/** What systemd does with a unit of ours: runs its command as its user, with its environment. Caddy gets no certificate here. */
const SYSTEMCTL = `#!/bin/sh -e
case "$*" in
  'enable --now facevalue')
    unit=/usr/lib/systemd/system/facevalue.service
    grep -q '^User=facevalue$' $unit
    grep -q '^Environment=SETTINGS_DIR=/etc/facevalue$' $unit
    command=$(sed -n 's/^ExecStart=//p' $unit)
    cd /var/lib/facevalue
    runuser -u facevalue -- env SETTINGS_DIR=/etc/facevalue $command >/tmp/shop.log 2>&1 &
    node /wait.js http://127.0.0.1:3000/readyz
    ;;
  'reload caddy')
    sed -i 's/^shop.example.com {/&\\n\\ttls internal/' /etc/caddy/Caddyfile
    XDG_DATA_HOME=/caddy caddy run --adapter caddyfile --config /etc/caddy/Caddyfile >/tmp/caddy.log 2>&1 &
    NODE_TLS_REJECT_UNAUTHORIZED=0 node /wait.js https://shop.example.com/healthz
    chmod -R a+rX /caddy
    ;;
esac`;

/** Asks until somebody answers. */
const WAIT = `
  import { setTimeout } from 'node:timers/promises';
  const isThere = () => fetch(process.argv[2]).then(({ ok }) => ok, () => false);
  while (!(await isThere())) await setTimeout(100);`;

/** Opens the admin's link, sets a password, signs in with it, and tries the link again. */
const OPEN_LINK = `
  const link = new URL(process.argv[2]);
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(link.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const password = 'a stone in the river bends';
  const reset = () => post('/api/auth/reset-password', { token: link.searchParams.get('token'), password });
  console.log('page', (await fetch(link)).status);
  console.log('password', await reset());
  console.log('sign in', await post('/api/auth/login', { username: 'you', password }));
  console.log('again', await reset());`;

test('each line of the page works on a bare system, and its people come from a shop that says what is missing to a first sale', async () => {
  for (const [name, text] of Object.entries({
    'mail-server.mjs': MAIL_SERVER,
    systemctl: SYSTEMCTL,
    'wait.mjs': WAIT,
    'open-link.mjs': OPEN_LINK,
  }))
    await writeFile(join(packed, name), text);
  // It uses what the release has, where its imports lead to.
  await copyFile(join(root, 'tests/support/first-sale.ts'), join(packed, 'first-sale.ts'));
  const printed = await onLayer(
    packed,
    `rm -rf /etc/facevalue /var/lib/facevalue /etc/caddy/Caddyfile
    cp /packed/wait.mjs /wait.js && cp /packed/systemctl /usr/local/bin/systemctl && chmod 755 /usr/local/bin/systemctl
    mkdir -p /caddy /mails /run/postgresql && chown postgres /run/postgresql
    echo '127.0.0.1 localhost shop.example.com' >/etc/hosts
    export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/facevalue/current/node_modules/.bin
    export NODE_EXTRA_CA_CERTS=/caddy/caddy/pki/authorities/local/root.crt
    mkfifo /code && chmod 666 /code
    (node /wait.js http://127.0.0.1:3000/healthz; node /packed/mail-server.mjs) >/tmp/mail.log 2>&1 &
    cd /root
    started=$(date +%s)
    {
    ${await linesOfPage()}
    } 2>&1 | tee /printed
    echo "settings: $(stat -c '%U %G %a' /etc/facevalue/facevalue.env) $(stat -c '%U %a' /var/lib/facevalue/master.key)"
    node /packed/open-link.mjs "$(grep -m1 '/reset?token=' /printed)"
    facevalue setup --answers /dev/null 2>&1 || true
    runuser -u facevalue -- facevalue doctor || true
    echo 'The first sale'
    cp /packed/first-sale.ts /opt/facevalue/current/
    /opt/facevalue/current/node_modules/.bin/node /opt/facevalue/current/first-sale.ts https://shop.example.com /printed /mails
    runuser -u facevalue -- facevalue doctor || true
    echo "seconds from nothing: $(($(date +%s) - started))"`,
  );
  expect(printed).toContain('settings: root facevalue 640 facevalue 600\n');
  expect(printed).toContain('page 200\npassword 204\nsign in 200\nagain 422\n');
  expect(printed).toMatch(/^ok +Mail +127\.0\.0\.1:2525 took a test mail, and it arrived\.$/m);
  // Caddy's own certificates are for half a day.
  expect(printed).toMatch(/^warning Proxy and TLS +The certificate ends on/m);
  expect(printed).toMatch(/^ok +Database +PostgreSQL 15/m);
  expect(printed).toMatch(/^ok +Worker/m);
  expect(printed).toContain('/etc/facevalue/facevalue.env is there already');
  const [before = '', sale = ''] = printed.split('The first sale\n');
  const last = before.slice(before.lastIndexOf('Database'));
  expect(last).toMatch(/^FAILED +Staff +1 importer, 2 approvers|^ok +Staff +1 importer, 2 approvers/m);
  expect(last).toMatch(/^FAILED +Stock +No card is on sale\.$/m);
  expect(sale).toContain('first sale: the buyer has the code\n');
  expect(sale).toMatch(/^ok +Staff +1 importer, 2 approvers/m);
  expect(sale).toMatch(/^ok +Stock/m);
  process.stdout.write(`${/seconds from nothing: \d+/.exec(sale)?.[0]}\n`);
}, 600_000);
