import type { EditedText, EditorCalls } from '#contracts/content/editor-calls.ts';
import { serve } from '#platform/http/serve.ts';
import type { Kind } from '../editor/kind.ts';
import { compareText } from './compare-text.ts';
import { getVersion } from './get-version.ts';
import { listVersions } from './list-versions.ts';
import { restoreVersion } from './restore-version.ts';

/** The routes by which staff reads and restores the versions of texts of one kind. */
export const versionRoutes = <Text extends EditedText, Body>(calls: EditorCalls<Text, Body>, kind: Kind<Text>) => [
  serve(calls.listVersions, listVersions(kind)),
  serve(calls.getVersion, getVersion(kind)),
  serve(calls.restoreVersion, restoreVersion(kind)),
  serve(calls.compareText, compareText(kind)),
];
