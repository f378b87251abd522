import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient, type Recipient } from '../../messages/mail/account-mail.ts';

const button = { label: message('mail.tier.button'), path: pagePath('/limits') };

export const tierMails: Record<string, MailTemplate> = {
  async tier_changed(ctx, { user_id, tier }) {
    const recipient = await findRecipient(ctx, user_id!);
    const paragraphs = [message('tiers.told', { tier: Number(tier) }), message('tiers.told_more')];
    return recipient && accountMail(recipient, 'mail.tier.subject', paragraphs, { button });
  },

  async tier_refused(ctx, { request_id }) {
    const [found] = await ctx.sql<(Recipient & { tier: number; reason: string })[]>`
      select u.email as to, u.username, u.locale, u.time_zone, r.tier, r.reason
      from tier_requests r join users u on u.id = r.user_id where r.id = ${request_id!}`;
    if (!found) return undefined;
    const paragraphs = [message('tiers.refused', { tier: found.tier }), found.reason];
    return accountMail(found, 'mail.tier.subject', paragraphs, { button });
  },
};
