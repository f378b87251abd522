import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Ctx } from '../../../ctx.ts';
import type { MailTemplate } from '../../../feature.ts';
import { accountMail, findRecipient, type Recipient } from '../../../messages/mail/account-mail.ts';
import type { StaffChange } from '../duties/notify-approvers.ts';
import { type CHANGES, changeText } from './notify-person.ts';

export const userMails: Record<string, MailTemplate> = {
  async account_changed(ctx, { user_id, change }) {
    const recipient = await findRecipient(ctx, user_id!);
    const text = changeText(change as (typeof CHANGES)[number]);
    return recipient && accountMail(recipient, 'mail.account_changed.subject', [text, message('users.told.ask')]);
  },

  async staff_access(ctx, { user_id, ...ids }) {
    const recipient = await findRecipient(ctx, user_id!);
    const text = await staffText(ctx, ids);
    if (!recipient || !text) return undefined;
    const path = pagePath('/admin/users/:id', { id: ids.about_id! });
    return accountMail(recipient, 'mail.staff_access.subject', [text, message('mail.staff_access.ask')], {
      button: { label: message('mail.staff_access.button'), path },
    });
  },

  async staff_access_operator(ctx, ids) {
    const text = await staffText(ctx, ids);
    const to = ctx.config.operator_email;
    if (!to || !text) return undefined;
    const paragraphs = [text, message('mail.staff_access.ask')];
    return { to, locale: null, subject: message('mail.staff_access.subject'), paragraphs };
  },

  async balance_adjusted(ctx, { adjustment_id }) {
    const [found] = await ctx.sql<(Recipient & { cents: number })[]>`
      select u.email as to, u.username, u.locale, u.time_zone, a.cents
      from balance_adjustments a join users u on u.id = a.user_id
      where a.id = ${adjustment_id!} and u.erased_at is null`;
    return (
      found &&
      accountMail(found, 'mail.balance_adjusted.subject', [adjustedText(found.cents)], {
        button: { label: message('mail.balance_adjusted.button'), path: pagePath('/billing/statements') },
      })
    );
  },
};

/** What an approver did to somebody's access; undefined once either account is erased. */
async function staffText({ sql }: Ctx, { about_id, actor_id, change }: Record<string, string>) {
  const people = await sql<{ id: string; username: string }[]>`
    select id, username from users where id in (${about_id!}, ${actor_id!}) and erased_at is null`;
  const nameOf = (id: string | undefined) => people.find((one) => one.id === id)?.username;
  const [person, by] = [nameOf(about_id), nameOf(actor_id)];
  return person && by ? message(`mail.staff_access.${change as StaffChange}`, { person, by }) : undefined;
}

export const adjustedText = (cents: number) =>
  cents > 0
    ? message('users.told.credited', { amount: { cents } })
    : message('users.told.debited', { amount: { cents: -cents } });
