import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { demoMails } from '#contracts/demo.ts';
import { read } from '#web/api.ts';
import { demoContext } from '#web/context.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Time } from '#web/ui/time.tsx';
import { say } from '#words/say.ts';

export const handle = title('demo.mailbox');

export async function loader({ context, url }: LoaderFunctionArgs) {
  if (!context.get(demoContext)) throw data({ message: say('error.missing') }, { status: 404 });
  return { mails: (await read({ context, url }, demoMails)).data };
}

export default function DemoMails() {
  const { t } = useWords();
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
                src={`/demo/mails/${mail.id}/html`}
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

/** Links of this shop become links; they lead to the host that the page was opened on. */
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
