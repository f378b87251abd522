import { useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { newsKind } from '../kinds/news.ts';
import { loadVersions } from './load-versions.ts';
import { restoreVersion } from './restore-version.ts';
import { VersionsPage } from './versions-page.tsx';

export const handle = title('title.versions', ({ name }: { name: string }) => ({ name }));
export const loader = loadVersions(newsKind, (text) => text.title);
export const action = restoreVersion(newsKind);

export default function Versions() {
  return <VersionsPage {...useLoaderData<typeof loader>()} />;
}
