import { data, type HeadersFunction, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listNews } from '#contracts/content/content.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateEvery } from '#web/live/use-revalidate-every.ts';
import { attempt } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pathAfterMaintenance } from '#web/server/safe-redirect.ts';

export const handle = title('maintenance.title');

/** Returns the user to their page once the shop responds again; without such a page it only shows a message. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { trouble, maintenance } = context.get(pageContext);
  const asked = url.searchParams.get('next');
  if (asked !== null && !trouble && !(await isClosed({ context, url }))) throw redirect(pathAfterMaintenance(asked));
  const next = asked === null ? null : pathAfterMaintenance(asked);
  const { message = '', ends_at = null } = maintenance ?? {};
  return data(
    { next, message, ends_at },
    maintenance ? { headers: { 'retry-after': String(maintenance.retry_after_seconds) } } : undefined,
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const after = loaderHeaders.get('retry-after');
  return { 'cache-control': 'private, no-store', ...(after && { 'retry-after': after }) };
};

/**
 * Calls an endpoint that a closed shop blocks: any answer but "closed" means that it is open. A visitor's call does
 * not reach the database, so the database is checked first.
 */
async function isClosed(where: Pick<LoaderFunctionArgs, 'context' | 'url'>): Promise<boolean> {
  if (!(await where.context.get(pageContext).ready())) return true;
  const outcome = await attempt(where, listNews, { query: { per_page: '1' } }, [401, 403, 503]);
  return !outcome.ok && outcome.refusal.status === 503;
}

const EVERY_S = 5;

export default function Maintenance() {
  const { t } = useI18n();
  const { next, message, ends_at } = useLoaderData<typeof loader>();
  useRevalidateEvery(next !== null, EVERY_S * 1000);
  return (
    <>
      <h1>{t('maintenance.heading')}</h1>
      {message ? <p>{message}</p> : null}
      {ends_at ? <p>{t('maintenance.opens', { time: { at: ends_at } })}</p> : null}
      <p>{t(ends_at ? 'maintenance.safe' : 'maintenance.text')}</p>
      {next ? <p>{t('maintenance.back')}</p> : null}
      <p>
        <a className="button" data-variant="secondary" href={next ?? href('/')}>
          {t('maintenance.again')}
        </a>
      </p>
      {next ? (
        <noscript>
          <meta httpEquiv="refresh" content={`${EVERY_S}`} />
        </noscript>
      ) : null}
    </>
  );
}
