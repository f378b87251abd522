import type { Alert } from '#contracts/oversight/alerts.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind, MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient } from '../../messages/mail/account-mail.ts';
import { describeAlert } from './read-alerts.ts';

export const alertMails = (kinds: readonly AlertKind[]): Record<string, MailTemplate> => ({
  async alert_raised(ctx, { alert_id = '', user_id = '' }) {
    const [alert] = await ctx.sql<Pick<Alert, 'kind' | 'subject' | 'details'>[]>`
      select kind, subject, details from alerts where id = ${alert_id}`;
    const recipient = alert && (await findRecipient(ctx, user_id));
    if (!recipient) return undefined;
    const { sentence, link, runbook } = describeAlert(kinds, alert);
    const what = message('mail.alert_raised.runbook', { address: `${ctx.config.public_url}${runbook}` });
    return accountMail(recipient, 'mail.alert_raised.subject', [sentence, what], {
      button: { label: message('mail.alert_raised.button'), path: link ?? pagePath('/admin/alerts') },
    });
  },

  async audit_anchor({ config }, { line }) {
    if (!config.operator_email) return undefined;
    return {
      to: config.operator_email,
      locale: null,
      subject: message('mail.audit_anchor.subject'),
      paragraphs: [message('mail.audit_anchor.text'), line!],
    };
  },
});
