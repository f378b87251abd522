import { href, type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router';
import { countWaiting } from '#contracts/office/overview.ts';
import { listProposals } from '#contracts/oversight/four-eyes.ts';
import { messageKey } from '#i18n/message.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt } from '#web/server/api.ts';
import { QueueList } from '#web/ui/queue/queue-list.tsx';
import { groupsFor } from './admin/admin-sections.ts';
import { OfficeNav } from './admin/office-nav.tsx';
import { PaletteButton } from './admin/palette-button.tsx';
import { loadQueue } from './admin/queue/load-queue.ts';
import '#web/styles/office/admin.css';
import '#web/styles/office/office-nav.css';

/** What waits; its page reports an error, so the navigation only lacks the counts then. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const [waiting, proposals, queue] = await Promise.all([
    attempt({ context, url }, countWaiting, {}, [401, 403, 503]),
    attempt({ context, url }, listProposals, { query: { per_page: '1' } }, [401, 403, 503]),
    loadQueue({ context, url }),
  ]);
  return {
    queue,
    waiting: { ...(waiting.ok && waiting.reply.data), ...(proposals.ok && { approvals: proposals.reply.waiting }) },
  };
}

/** The back office: its own navigation beside each of its pages. */
export default function Admin() {
  const { waiting, queue } = useLoaderData<typeof loader>();
  // What was typed about one record never shows up at the next.
  const { pathname } = useLocation();
  const groups = groupsFor(useRootData()?.user?.roles ?? []);
  const overview = { to: href('/admin'), label: messageKey('admin.overview') };
  return (
    <div className="office-frame">
      <OfficeNav overview={overview} groups={groups} waiting={waiting}>
        <PaletteButton screens={[overview, ...groups.flatMap(({ sections }) => sections)]} />
      </OfficeNav>
      <div id="office" className="office-page" tabIndex={-1}>
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
