import { data, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listMails } from '#contracts/demo/demo.ts';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';

export const handle = title('demo.mailbox');

export async function loader({ context, url }: LoaderFunctionArgs) {
  if (!context.get(pageContext).demo) throw data({ message: message('error.missing') }, { status: 404 });
  return { mails: (await read({ context, url }, listMails)).data };
}

export default function DemoMails() {
  const { t } = useI18n();
  const { mails } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t('demo.mailbox')}</h1>
      <p className="muted">{t('demo.mailbox_lead')}</p>
      {mails.length ? null : <Empty title={t('demo.no_mail')}>{t('demo.no_mail_more')}</Empty>}
      {mails.map((mail) => (
        <article className="panel stack mail" key={mail.id}>
          <header>
            <h2>{mail.subject}</h2>
            <p className="muted small">
              {t('demo.mail_to', { to: mail.to })}, <Time at={mail.sent_at} />
            </p>
          </header>
          <p className="lines">{withLinks(mail.text)}</p>
          {mail.html ? (
            <details className="quiet-details">
              <summary>{t('demo.mail_html')}</summary>
              <iframe
                className="mail-html"
                title={t('demo.mail_html_of', { subject: mail.subject })}
                src={`${href('/demo/mails')}/${mail.id}/html`}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                loading="lazy"
              />
            </details>
          ) : null}
        </article>
      ))}
    </>
  );
}

/** Makes links to this shop clickable; they point to the host on which the page was opened. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => {
    if (index % 2 === 0) return part;
    const { pathname, search } = new URL(part);
    return (
      <a key={part} href={pathname + search}>
        {part}
      </a>
    );
  });
}
