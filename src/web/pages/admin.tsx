import { adminSections } from '#web/admin-sections.ts';
import { useWords } from '#web/live/use-words.ts';
import { hasScreen } from '#web/routes.ts';
import { title } from '#web/title.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const handle = title('admin.title');

export default function Admin() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('admin.title')} />
      <ul className="lines-list panel">
        {adminSections
          .filter(({ to }) => hasScreen(to))
          .map(({ to, label, about }) => (
            <li key={to}>
              <div>
                <h2 className="entry-title">
                  <Link to={to}>{t(label)}</Link>
                </h2>
                <p className="muted">{t(about)}</p>
              </div>
            </li>
          ))}
      </ul>
    </>
  );
}
