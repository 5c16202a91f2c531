/** Code that Stryker mutates, and the share of mutants the unit tests must detect. */
export interface Subject {
  files: string[]
  /** The unit tests to run; others would only take time. */
  tests: string[]
  /** Per cent. */
  floor: number
  /**
   * Whether constants of the modules stay as they are: each change of one loads all tests again, which takes as long as all others
   * together where there are tables.
   */
  keepsConstants?: boolean
  /** Milliseconds, besides what its tests take, after which a mutant counts as an endless loop, and so as caught; a minute without. */
  patienceMs?: number
}

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  permissions: {
    files: ['lib/session/permissions.ts'],
    tests: ['tests/unit/{navigation,staff-roles}.test.ts'],
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
    tests: ['tests/unit/cdr/!(ingest-queue).test.ts'],
    floor: 95,
  },
  billing: { files: ['lib/billing/*.ts'], tests: ['tests/unit/billing/**/*.test.ts'], floor: 95 },
  provisioning: {
    files: ['lib/telephony/provisioning/server/*.ts', 'lib/api/basic-credentials.ts'],
    tests: ['tests/unit/provisioning/**/*.test.ts'],
    floor: 95,
  },
  zones: {
    files: ['lib/telephony/provisioning/zone-rule.ts'],
    tests: ['tests/unit/telephony/provisioning/zone-rule.test.ts'],
    floor: 95,
  },
  phones: {
    files: [
      'lib/telephony/provisioning/*.ts',
      '!lib/telephony/provisioning/zone-rule.ts',
      'lib/model-key.ts',
    ],
    // What needs a DOM, files beside it, or all settings of all models, takes longer than all others together.
    tests: ['tests/unit/telephony/provisioning/!(files|parameters|settings|zone-rule).test.ts'],
    floor: 95,
    keepsConstants: true,
  },
  // What routing asks about calls, agents and routes.
  rules: {
    files: [
      'lib/telephony/{agent-hours,call-block,call-flow,caller-match,gateway-number,inbound,next-agent}.ts',
      'lib/telephony/{dialed-number,outbound,route-choice}.ts',
    ],
    tests: [
      'tests/unit/telephony/!(schedule-properties).test.ts',
      'tests/unit/telephony/routing/!(effects|properties|readers|approved-problems).test.ts',
    ],
    floor: 95,
    keepsConstants: true,
  },
  // Days and hours.
  hours: {
    files: ['lib/telephony/{schedule,holidays}.ts'],
    tests: ['tests/unit/telephony/{schedule,holidays,agent-hours}.test.ts'],
    floor: 95,
  },
  // What is said of rules, ring groups and 911 beside a record.
  readings: {
    files: ['lib/telephony/{reachability,ring-timeline,emergency-readiness}.ts'],
    tests: ['tests/unit/telephony/{reachability,ring-timeline,emergency-readiness}.test.ts'],
    floor: 95,
    patienceMs: 15_000,
  },
  // What a dial pattern matches. Many mutants of its parser never end, and its tests take a moment.
  patterns: {
    files: ['lib/telephony/dial-matcher.ts'],
    tests: ['tests/unit/telephony/dial-matcher.test.ts'],
    floor: 95,
    patienceMs: 15_000,
  },
  routing: {
    files: ['lib/telephony/routing/**/*.ts'],
    // What is tried on many tenants takes longer than all others together.
    tests: [
      'tests/unit/telephony/routing/!(effects|properties|readers).test.ts',
      'tests/unit/telephony/simulator/{outline,simulator,told-path}.test.ts',
    ],
    floor: 95,
    keepsConstants: true,
  },
}
