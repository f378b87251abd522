import { useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { legalKind } from '../kinds/legal.ts';
import { loadVersions } from './load-versions.ts';
import { restoreVersion } from './restore-version.ts';
import { VersionsPage } from './versions-page.tsx';

export const handle = title('title.versions', ({ name }: { name: string }) => ({ name }));
export const loader = loadVersions(legalKind, ({ kind, locale }) => `${kind} (${locale})`);
export const action = restoreVersion(legalKind);

export default function Versions() {
  return <VersionsPage {...useLoaderData<typeof loader>()} />;
}
