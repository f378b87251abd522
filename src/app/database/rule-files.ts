import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { features, folderOf } from '#contracts/areas.ts';

/** Parts of the platform with rules, from the ground up. */
const platform = ['schema', 'db', 'vault', 'audit', 'ledger', 'http'];

/** The functions, triggers and views of the database, each beside the verbs that live by them, from the ground up. */
export const ruleFilesOf = (demo: boolean): readonly string[] =>
  [
    ...platform.map((part) => `platform/${part}`),
    ...features.filter(({ area }) => demo || area !== 'demo').map((each) => `features/${folderOf(each)}`),
  ]
    .map((folder) => fileURLToPath(new URL(`../../${folder}/rules.sql`, import.meta.url)))
    .filter((file) => existsSync(file));
