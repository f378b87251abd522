import { href, type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router';
import { countWaiting } from '#contracts/office/overview.ts';
import { listProposals } from '#contracts/oversight/four-eyes.ts';
import { batchOptions } from '#contracts/supply/stock.ts';
import { messageKey } from '#i18n/message.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, type Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { PaletteButton } from '#web/ui/palette/palette-button.tsx';
import { QueueList } from '#web/ui/queue/queue-list.tsx';
import { type Counts, groupsFor, ownSections } from './admin/admin-sections.ts';
import { Crumbs } from './admin/crumbs.tsx';
import { FactorHost } from './admin/factor-host.tsx';
import { OfficeNav } from './admin/office-nav.tsx';
import { loadQueue } from './admin/queue/load-queue.ts';
import '#web/styles/office/admin.css';
import '#web/styles/office/office-nav.css';
import '#web/styles/palette/keys.css';

interface Office {
  /** The list that the record on the page belongs to, if it was opened from one. */
  queue: Awaited<ReturnType<typeof loadQueue>>;
  waiting: Counts;
  /** Of which seller somebody who signs in for one has the pages. */
  own: string | null;
}

/** What waits; its page reports an error, so the navigation only lacks the counts then. */
export async function loader({ context, url }: LoaderFunctionArgs): Promise<Office> {
  const where = { context, url };
  if (context.get(pageContext).user?.roles.includes('seller'))
    return { queue: null, waiting: {}, own: await ownSeller(where) };
  const [waiting, proposals, queue] = await Promise.all([
    attempt(where, countWaiting, {}, [401, 403, 503]),
    attempt(where, listProposals, { query: { per_page: '1' } }, [401, 403, 503]),
    loadQueue(where),
  ]);
  return {
    queue,
    waiting: { ...(waiting.ok && waiting.reply.data), ...(proposals.ok && { approvals: proposals.reply.waiting }) },
    own: null,
  };
}

/** Of which seller somebody who signs in for one has the pages; null once the work with it has ended. */
async function ownSeller(where: Where): Promise<string | null> {
  const options = await attempt(where, batchOptions, {}, [401, 403, 503]);
  return (options.ok && options.reply.data.open_sellers[0]?.value) || null;
}

/** The back office: its own navigation beside each of its pages. */
export default function Admin() {
  const { waiting, own, queue } = useLoaderData<typeof loader>();
  // What was typed about one record never shows up at the next.
  const { pathname } = useLocation();
  const roles = useRootData()?.user?.roles ?? [];
  const groups = groupsFor(roles);
  if (own) groups.push({ label: 'admin.group.account', sections: ownSections(own) });
  const sections = groups.flatMap((group) => group.sections);
  const overview = roles.includes('seller') ? undefined : { to: href('/admin'), label: messageKey('admin.overview') };
  return (
    <div className="office-frame">
      <OfficeNav overview={overview} groups={groups} waiting={waiting}>
        {overview ? <PaletteButton screens={[overview, ...sections]} /> : null}
      </OfficeNav>
      <div id="office" className="office-page" tabIndex={-1}>
        <FactorHost />
        <Crumbs sections={sections} queue={queue} />
        {queue ? (
          <div className="queue-beside">
            <QueueList queue={queue} />
            <div className="queue-record" key={pathname}>
              <Outlet />
            </div>
          </div>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  );
}
