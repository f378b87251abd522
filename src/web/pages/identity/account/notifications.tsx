import { type ActionFunctionArgs, Form, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listNotifications, type Notification, readNotifications } from '#contracts/messages/notifications.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { localPath } from '#web/server/safe-redirect.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';

export const handle = title('inbox.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listNotifications, { query: pageQueryOf(url) });
}

/** Marks one or all as read; one that concerns a page redirects to it. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = field('id');
  const outcome = await attempt({ context, url }, readNotifications, { body: id ? { ids: [id] } : {} });
  if (!outcome.ok) return refused(outcome.refusal, {});
  return redirect(field('link') ? localPath(field('link')) : url.pathname + url.search);
}

export default function Notifications() {
  const { t } = useI18n();
  const { data: notifications, meta } = useLoaderData<typeof loader>();
  return (
    <div className="reading">
      <PageHead title={t('inbox.title')} lead={t('inbox.lead')}>
        <Link to={href('/user/notifications')}>{t('inbox.settings')}</Link>
        {meta.unread ? (
          <Form method="post">
            <Button variant="secondary" size="small">
              {t('inbox.read_all')}
            </Button>
          </Form>
        ) : null}
      </PageHead>
      {notifications.length ? (
        <ul className="panel inbox">
          {notifications.map((one) => (
            <Entry key={one.id} {...one} />
          ))}
        </ul>
      ) : (
        <Empty picture="tickets" title={t('inbox.none')}>
          {t('inbox.none_more')}
        </Empty>
      )}
      <Pagination meta={meta} />
    </div>
  );
}

function Entry({ id, type, title, content, link, created_at, read_at }: Notification) {
  const { t } = useI18n();
  return (
    <li data-type={type} data-unread={read_at === null || undefined}>
      <div>
        <p className="inbox-title">
          {read_at ? null : <span className="visually-hidden">{t('inbox.unread')} </span>}
          {title}
        </p>
        {content ? <p>{content}</p> : null}
        <p className="muted small">
          <Time at={created_at} />
        </p>
      </div>
      {link || !read_at ? (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          {link ? <input type="hidden" name="link" value={link} /> : null}
          <Button variant="secondary" size="small" aria-label={`${t(link ? 'inbox.open' : 'inbox.read')}: ${title}`}>
            {t(link ? 'inbox.open' : 'inbox.read')}
          </Button>
        </Form>
      ) : null}
    </li>
  );
}
