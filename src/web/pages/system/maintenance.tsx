import { href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listNews } from '#contracts/content.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateEvery } from '#web/live/use-revalidate-every.ts';
import { attempt } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pathAfterMaintenance } from '#web/server/safe-redirect.ts';

export const handle = title('maintenance.title');

/** Returns the user to their page once the shop responds again; without such a page it only shows a message. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const next = url.searchParams.get('next');
  if (next === null) return { next: null };
  const closed = context.get(pageContext).trouble ?? (await isClosed({ context, url }));
  if (!closed) throw redirect(pathAfterMaintenance(next));
  return { next: pathAfterMaintenance(next) };
}

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
  const { next } = useLoaderData<typeof loader>();
  useRevalidateEvery(next !== null, EVERY_S * 1000);
  return (
    <>
      <h1>{t('maintenance.heading')}</h1>
      <p>{t('maintenance.text')}</p>
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
