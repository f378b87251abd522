import { href, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { latestNotice } from '#contracts/content.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { LiveNote } from '#web/ui/feedback/live-note.tsx';
import { NoticeDialog } from '#web/ui/feedback/notice-dialog.tsx';
import { RouteError } from '#web/ui/feedback/route-error.tsx';
import { LanguageSwitch } from '#web/ui/navigation/language-switch.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Navbar } from '#web/ui/navigation/navbar.tsx';

/** Loads the notice for the initial page; an open page then polls for it (use-notice.ts). */
export async function loader({ context, url }: LoaderFunctionArgs) {
  // On an error the page has no notice: redirecting here would cause a loop.
  const outcome = await attempt({ context, url }, latestNotice, {}, [401, 403, 503]);
  return { notice: (outcome.ok && outcome.reply?.data) || null };
}

export const shouldRevalidate = () => false;

export default function Default() {
  const { t } = useI18n();
  const { notice } = useLoaderData<typeof loader>();
  return (
    <>
      <NoticeDialog first={notice} />
      <Navbar />
      <main className="container" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="footer">
        <LiveNote />
        <p className="small">
          <Link to={href('/import-guard')}>{t('guard.title')}</Link>
        </p>
        <LanguageSwitch />
      </footer>
    </>
  );
}

/** If a page fails or isn't there, the menu stays in place; a visitor has none. */
export function ErrorBoundary() {
  return (
    <>
      <Navbar />
      <RouteError />
    </>
  );
}
