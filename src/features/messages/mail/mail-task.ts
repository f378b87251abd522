import type { Task } from '#platform/jobs/run-jobs.ts';
import { MailError, type Mailer } from '#platform/mail/mailer.ts';
import { traced } from '#platform/tracing/traced.ts';
import type { Ctx } from '../../ctx.ts';
import type { MailTemplate } from '../../feature.ts';
import { readLogoFile } from '../branding/read-logo-file.ts';
import { isEnabled } from '../notifications/settings/is-enabled.ts';
import { composeMail } from './compose-mail.ts';
import { unsubscribeQuery } from './unsubscribe-query.ts';

/**
 * The job that composes and sends a mail. Temporary failures are retried until the job's attempts run out; a permanent
 * refusal is final. The log names the template and the server's reply, never the content.
 */
export function mailTask(ctx: Ctx, mailer: Pick<Mailer, 'send'>, templates: Record<string, MailTemplate>): Task {
  const { hostname } = new URL(ctx.config.public_url);
  return async ({ template: name = '', mail_id = '', ...ids }, { last }) => {
    const write = templates[name];
    // A newer release may have queued it while this one is still running: the job is retried later.
    if (!write) throw new Error(`There is no mail template called ${name}.`);
    const mail = await write(ctx, ids);
    if (!mail) return;
    // Asked when it is sent, so that it counts what was switched off since it was queued.
    if (mail.about && !(await isEnabled(ctx.sql, { ...mail.about, channel: 'mail' }))) return;
    const shop = await ctx.branding.read();
    const logo = shop.logo && (await readLogoFile(ctx, shop.logo.id, 'logo'));
    try {
      const composed = composeMail(mail, {
        shop,
        logo: logo ?? undefined,
        public_url: ctx.config.public_url,
        message_id: `<${mail_id}@${hostname}>`,
        unsubscribe: unsubscribeQuery(ctx.vault, mail.about),
      });
      await traced({ name: `mail ${name}`, kind: 'client' }, () => mailer.send(composed));
      await mail.settled?.();
    } catch (error) {
      const permanent = error instanceof MailError && error.permanent;
      const given_up = permanent || last;
      const reason = error instanceof Error ? error.message : 'unknown';
      ctx.log[given_up ? 'error' : 'warn']({ template: name, mail_id, reason, given_up }, 'a mail was not sent');
      if (given_up) await mail.settled?.();
      if (!permanent) throw error;
    }
  };
}
