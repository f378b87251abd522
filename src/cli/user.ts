import { parseArgs } from 'node:util';
import type { Shop } from '#app/boot.ts';
import { dutyNames } from '#contracts/customers/users.ts';
import type { Ctx } from '#features/ctx.ts';
import { addUser } from '#features/customers/users/add-user.ts';
import { resetFactors } from '#features/customers/users/reset-factors.ts';
import { createResetLink } from '#features/identity/auth/email-tokens/create-reset-link.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';

const USAGE =
  'Usage: facevalue user add USERNAME EMAIL [--role admin] [--duties importer,support] [--link], or facevalue user reset-factors USERNAME';

/** Adds a user and prints the password, or a link to set one, once; or removes all second factors of a user who lost them. */
export async function run(ctx: Ctx, args: string[], { asOwner }: Pick<Shop, 'asOwner'>): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string', default: 'buyer' },
      duties: { type: 'string', default: '' },
      link: { type: 'boolean', default: false },
    },
  });
  const [verb, username, email] = positionals;
  const { role } = values;
  if (verb === 'reset-factors' && username && !email) {
    await resetFactors(ctx, username);
    process.stdout.write(
      `${username} has no second factors any more and must set a new password with "Forgot your password?".\n`,
    );
    return 0;
  }
  if (verb !== 'add' || !username || !email || (role !== 'admin' && role !== 'buyer')) throw new Error(USAGE);
  const named = values.duties.split(',').filter(Boolean);
  const duties = dutyNames.filter((duty) => named.includes(duty));
  if (duties.length < named.length) throw new AppError('invalid', message('auth.user_invalid'));
  const password = await asOwner((owner) => addUser(owner, { username, email, role, duties }));
  const link = values.link ? await createResetLink(ctx, username) : null;
  process.stdout.write(
    link
      ? `Added ${username}. Open this link within an hour to set a password; it works once:\n${link}\n`
      : `Added ${username}. Password, shown only once: ${password}\n`,
  );
  return 0;
}
