// Written by `npm run types` from the checks and functions of the migrations.

export const ROLE_PERMISSIONS = {
  action: { choices: ['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets', 'listen'] },
  section: {
    choices: [
      'dashboard',
      'customers',
      'sales',
      'numbers',
      'tenants',
      'telephony',
      'billing',
      'inventory',
      'reports',
      'superadmin',
    ],
  },
} as const
