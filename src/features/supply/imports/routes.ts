import * as contract from '#contracts/supply/imports.ts';
import { serve } from '#platform/http/serve.ts';
import { cancelImport } from './cancel-import.ts';
import { commitImport } from './commit-import.ts';
import { exportImportErrors } from './export-import-errors.ts';
import { getImport } from './get-import.ts';
import { getTemplate } from './get-template.ts';
import { listImports } from './list-imports.ts';
import { listShapes } from './list-shapes.ts';
import { undoImport } from './undo-import.ts';
import { uploadImport } from './upload-import.ts';

export const importRoutes = [
  serve(contract.uploadImport, uploadImport),
  serve(contract.listImports, listImports),
  serve(contract.listShapes, listShapes),
  serve(contract.getTemplate, getTemplate),
  serve(contract.getImport, getImport),
  serve(contract.exportImportErrors, exportImportErrors),
  serve(contract.commitImport, commitImport),
  serve(contract.cancelImport, cancelImport),
  serve(contract.undoImport, undoImport),
];
