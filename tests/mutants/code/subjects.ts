/** Code that Stryker changes, and how much of that the unit tests have to notice. */
export interface Subject {
  files: string[]
  /** The unit tests that are to notice; all others would only take time. */
  tests: string[]
  /** Per cent. */
  floor: number
}

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  permissions: {
    files: ['lib/session/permissions.ts'],
    tests: ['tests/unit/**/*.test.ts'],
    floor: 100,
  },
  validators: { files: ['lib/validation/*.ts'], tests: ['tests/unit/validation/**/*.test.ts'], floor: 100 },
  csv: { files: ['lib/csv.ts'], tests: ['tests/unit/csv.test.ts'], floor: 95 },
  calls: {
    files: [
      'lib/cdr/parse-record.ts',
      'lib/cdr/variables.ts',
      'lib/cdr/url-encoding.ts',
      'lib/cdr/call-path.ts',
      'lib/cdr/post-body.ts',
    ],
    tests: ['tests/unit/cdr/**/*.test.ts'],
    floor: 95,
  },
  billing: { files: ['lib/billing/*.ts'], tests: ['tests/unit/billing/**/*.test.ts'], floor: 95 },
  provisioning: {
    files: ['lib/provisioning/*.ts', 'lib/telephony/provisioning/*.ts'],
    tests: ['tests/unit/provisioning/**/*.test.ts', 'tests/unit/telephony/provisioning/**/*.test.ts'],
    floor: 95,
  },
  routing: {
    files: ['lib/telephony/routing/**/*.ts'],
    tests: ['tests/unit/telephony/routing/**/*.test.ts'],
    floor: 95,
  },
}
