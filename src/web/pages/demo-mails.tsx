import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { demoMails } from '#contracts/demo.ts';
import { read } from '#web/api.ts';
import { demoContext } from '#web/context.ts';
import { titled } from '#web/titled.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Time } from '#web/ui/time.tsx';

export const meta = titled('Mailbox');

export async function loader({ context, url }: LoaderFunctionArgs) {
  if (!context.get(demoContext)) throw data({ message: 'This page could not be found' }, { status: 404 });
  return { mails: (await read({ context, url }, demoMails)).data };
}

export default function DemoMails() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Mailbox</h1>
      <p className="muted">Every message that the shop would have sent, newest first.</p>
      {mails.length ? null : <Empty title="No mail yet">Register an account to receive the first message.</Empty>}
      {mails.map((mail) => (
        <article className="panel stack mail" key={`${mail.sent_at} ${mail.to} ${mail.subject}`}>
          <header>
            <h2>{mail.subject}</h2>
            <p className="muted small">
              To {mail.to}, <Time at={mail.sent_at} />
            </p>
          </header>
          <p className="lines">{withLinks(mail.text)}</p>
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
