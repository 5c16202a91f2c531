/** Code that Stryker changes, and how much of that the unit tests have to notice. */
export interface Subject {
  files: string[]
  /** Per cent. */
  floor: number
}

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  permissions: { files: ['lib/session/permissions.ts'], floor: 100 },
  validators: { files: ['lib/validation/*.ts'], floor: 100 },
  csv: { files: ['lib/csv.ts'], floor: 95 },
  calls: {
    files: [
      'lib/cdr/parse-record.ts',
      'lib/cdr/variables.ts',
      'lib/cdr/url-encoding.ts',
      'lib/cdr/call-path.ts',
      'lib/cdr/post-body.ts',
    ],
    floor: 95,
  },
  billing: { files: ['lib/billing/*.ts'], floor: 95 },
  provisioning: { files: ['lib/provisioning/*.ts', 'lib/telephony/provisioning/*.ts'], floor: 95 },
  routing: { files: ['lib/telephony/routing/**/*.ts'], floor: 95 },
}
