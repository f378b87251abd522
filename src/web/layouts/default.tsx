import { href, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { latestNotice } from '#contracts/content/content.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt } from '#web/server/api.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { LiveNote } from '#web/ui/feedback/live-note.tsx';
import { NoticeDialog } from '#web/ui/feedback/notice-dialog.tsx';
import { RouteError } from '#web/ui/feedback/route-error.tsx';
import { BottomBar } from '#web/ui/navigation/bottom-bar.tsx';
import { LanguageSwitch } from '#web/ui/navigation/language-switch.tsx';
import { LegalLinks } from '#web/ui/navigation/legal-links.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Navbar } from '#web/ui/navigation/navbar.tsx';
import { VisitorBar } from '#web/ui/navigation/visitor-bar.tsx';
import { ActivationStrip } from './default/activation-strip.tsx';

/** Loads the notice for the initial page; an open page then polls for it (use-notice.ts). */
export async function loader({ context, url }: LoaderFunctionArgs) {
  // On an error the page has no notice: redirecting here would cause a loop.
  const outcome = await attempt({ context, url }, latestNotice, {}, [401, 403, 503]);
  return { notice: (outcome.ok && outcome.reply?.data) || null };
}

export const shouldRevalidate = () => false;

export default function Default() {
  const { notice } = useLoaderData<typeof loader>();
  const user = useRootData()?.user;
  return (
    <>
      <NoticeDialog first={notice} />
      {user ? <Navbar /> : <VisitorBar />}
      <main className="container" id="main" tabIndex={-1}>
        <ActivationStrip />
        <TermsChanged />
        <Outlet />
      </main>
      <footer className="footer">
        <LiveNote />
        <LegalLinks />
        <LanguageSwitch />
      </footer>
      <BottomBar />
    </>
  );
}

/** Blocks nothing: buying is refused until the new terms are accepted. */
function TermsChanged() {
  if (!useRootData()?.user?.terms_pending) return null;
  return (
    <Alert tone="warn">
      <FormattedMessage of="legal.have_changed" parts={{ link: <Link to={href('/terms')} /> }} />
    </Alert>
  );
}

/** If a page fails or isn't there, the menu stays in place; a visitor has none. */
export function ErrorBoundary() {
  const user = useRootData()?.user;
  return (
    <>
      <Navbar />
      <RouteError framed={Boolean(user)} />
      <BottomBar />
    </>
  );
}
