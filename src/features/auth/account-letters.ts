import { say, type Text, type WordKey } from '#words/say.ts';
import type { Ctx } from '../ctx.ts';
import type { Letter, LetterWriter } from '../mail/letter.ts';
import { deviceText } from './device-of.ts';
import { writeEmailToken } from './email-token.ts';
import type { FactorChange } from './tell-of-factor.ts';

interface Person {
  to: string;
  username: string;
  locale: string | null;
  time_zone: string | null;
}

/** The letters about an account's safety, by the name they are queued under. None of them repeats a secret. */
export const accountLetters: Record<string, LetterWriter> = {
  async reset_password(ctx, { token_id }) {
    const [token] = await ctx.sql<Person[]>`
      select t.email as to, u.username, u.locale, u.time_zone from email_tokens t join users u on u.id = t.user_id
      where t.id = ${token_id!} and t.purpose = 'reset_password' and t.used_at is null and t.expires_at > ${ctx.clock.now()}`;
    if (!token) return undefined;
    const path = `/reset?token=${writeEmailToken(ctx, token_id!, 'reset_password')}`;
    return letterTo(token, 'mail.reset.subject', [say('mail.reset.text'), say('mail.reset.expires')], {
      button: { label: say('mail.reset.button'), path },
    });
  },

  async password_changed(ctx, { user_id }) {
    const person = await personOf(ctx, user_id!);
    return (
      person &&
      letterTo(person, 'mail.password_changed.subject', [say('mail.password_changed.text'), ...notYou], forgot)
    );
  },

  async new_device(ctx, { user_id, device_id }) {
    const person = await personOf(ctx, user_id!);
    const [device] = await ctx.sql<{ user_agent: string; created_at: string; address: string | null }[]>`
      select d.user_agent, d.created_at, s.address from devices d left join sessions s on s.device_id = d.id
      where d.id = ${device_id!} and d.user_id = ${user_id!} order by s.id limit 1`;
    if (!person || !device) return undefined;
    const values = {
      device: deviceText(device.user_agent),
      address: device.address ?? '-',
      at: { at: device.created_at },
    };
    return letterTo(person, 'mail.new_device.subject', [say('mail.new_device.text', values), ...notYou], forgot);
  },

  async factor_changed(ctx, { user_id, change }) {
    const person = await personOf(ctx, user_id!);
    return (
      person && letterTo(person, 'mail.factor.subject', [say(`factor.${change as FactorChange}`), ...notYou], forgot)
    );
  },

  async recovery_code_used(ctx, { user_id }) {
    const person = await personOf(ctx, user_id!);
    return person && letterTo(person, 'mail.recovery.subject', [say('mail.recovery.text'), ...notYou], forgot);
  },

  async change_email(ctx, { token_id }) {
    const change = await changeOf(ctx, token_id!);
    if (!change) return undefined;
    // The owner of an address that is taken is told so; whoever asked for the change is not.
    if (change.taken)
      return letterTo({ ...change, to: change.email }, 'mail.email_taken.subject', [say('mail.email_taken.text')]);
    const path = `/email-change?token=${writeEmailToken(ctx, token_id!, 'change_email')}`;
    const paragraphs = [say('mail.email_new.text'), say('mail.email_new.expires')];
    const button = { label: say('mail.email_new.button'), path };
    return letterTo({ ...change, to: change.email }, 'mail.email_new.subject', paragraphs, { button });
  },

  async email_change_note(ctx, { token_id }) {
    const change = await changeOf(ctx, token_id!);
    if (!change) return undefined;
    const path = `/email-change/stop?token=${writeEmailToken(ctx, token_id!, 'stop_email_change')}`;
    const paragraphs = [say('mail.email_old.text'), say('mail.email_old.stop')];
    const button = { label: say('mail.email_old.button'), path };
    return letterTo({ ...change, to: change.old_email }, 'mail.email_old.subject', paragraphs, { button });
  },
};

const notYou = [say('mail.not_you')];
const forgot = { button: { label: say('mail.not_you.button'), path: '/forgot' } };

function letterTo(
  { to, username, locale, time_zone }: Person,
  subject: WordKey,
  paragraphs: Text[],
  more: Partial<Letter> = {},
): Letter {
  const all = [say('mail.hello', { name: username }), ...paragraphs];
  return { to, locale, time_zone, subject: say(subject), paragraphs: all, ...more };
}

async function personOf(ctx: Ctx, user_id: string): Promise<Person | undefined> {
  const [person] = await ctx.sql<Person[]>`
    select email as to, username, locale, time_zone from users where id = ${user_id} and erased_at is null`;
  return person;
}

interface Change extends Person {
  email: string;
  old_email: string;
  taken: boolean;
}

async function changeOf(ctx: Ctx, token_id: string): Promise<Change | undefined> {
  const [change] = await ctx.sql<Change[]>`
    select t.email, t.old_email, u.username, u.locale, u.time_zone, t.email as to,
      exists (select from users o where o.email = t.email and o.email_verified_at is not null and o.id <> u.id) as taken
    from email_tokens t join users u on u.id = t.user_id
    where t.id = ${token_id} and t.purpose = 'change_email' and t.used_at is null and t.stopped_at is null
      and t.expires_at > ${ctx.clock.now()}`;
  return change;
}
