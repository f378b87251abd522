import { useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { noticeKind } from '../kinds/notices.ts';
import { loadVersions } from './load-versions.ts';
import { restoreVersion } from './restore-version.ts';
import { VersionsPage } from './versions-page.tsx';

export const handle = title('title.versions', ({ name }: { name: string }) => ({ name }));
export const loader = loadVersions(noticeKind, (text) => text.title);
export const action = restoreVersion(noticeKind);

export default function Versions() {
  return <VersionsPage {...useLoaderData<typeof loader>()} />;
}
