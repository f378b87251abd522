export const holdReasons = ['review', 'kept', 'stored', 'monthly', 'minimum'] as const;
