import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants'
import { inlineScripts } from './components/ui/inline-scripts'
import { EnvironmentError, publicEnv } from './lib/env'
import { contentSecurityPolicy, withInlineScripts } from './lib/server/content-security-policy'
import { serverEnv } from './lib/server/server-env'
import { sha256 } from './lib/server/sha256'
import { buildId, newestMigration } from './scripts/lib/build-stamp'
import { addCompileHints } from './scripts/lib/compile-hints'

function configuration(phase: string): NextConfig {
  const { supabaseUrl, reportsUrl, posthogKey, posthogHost, sentryDsn } = publicEnv()
  const development = phase === PHASE_DEVELOPMENT_SERVER
  const ofApp = contentSecurityPolicy(
    { supabaseUrl, reportsUrl, posthogHost: posthogKey ? posthogHost : undefined, sentryDsn },
    { development },
  )
  // With a hash, browsers ignore 'unsafe-inline', which hot reload needs.
  const policy = development ? ofApp : withInlineScripts(ofApp, inlineScripts.map(sha256))
  return {
    // The tests build into a separate directory, so that they do not disturb the app being served.
    distDir: process.env.NEXT_DIST_DIR?.trim() || '.next',
    generateBuildId: () => buildId(import.meta.dirname, process.env),
    // Set even when empty, so that the build leaves out code that only runs with them.
    env: {
      NEXT_PUBLIC_POSTHOG_KEY: process.env.NEXT_PUBLIC_POSTHOG_KEY ?? '',
      NEXT_PUBLIC_SENTRY_DSN: process.env.NEXT_PUBLIC_SENTRY_DSN ?? '',
      // The newest migration; /api/ready compares it with the database's.
      SCHEMA_VERSION: newestMigration(import.meta.dirname),
    },
    reactStrictMode: true,
    devIndicators: false,
    poweredByHeader: false,
    // Pages differ on every request, static files have hashes in their names, and API routes that need ETags set them.
    generateEtags: false,
    // No page has images to resize, and the image optimizer would work for visitors.
    images: { unoptimized: true },
    experimental: {
      // Every visitor would download this filter, which tells app-router pages from others; there are no app-router pages.
      clientRouterFilter: false,
      // Writing the cache takes a fifth of a first build's CPU time, and many installations never build again (scripts/start.ts). The next
      // build then starts from scratch, too.
      turbopackFileSystemCacheForBuild: !process.env.FIRST_BUILD,
    },
    compiler: { runAfterProductionCompile: async ({ distDir }) => addCompileHints(distDir) },
    // Types are checked by `tsc` as a stage of `npm test`; checking them again here would double every build.
    typescript: { ignoreBuildErrors: true },
    headers: async () => [
      {
        source: '/:path*',
        headers: [
          { key: 'Content-Security-Policy', value: policy },
          { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
          {
            key: 'Permissions-Policy',
            value: 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
          },
          // The development server sends one of its scripts as JSON.
          ...(development ? [] : [{ key: 'X-Content-Type-Options', value: 'nosniff' }]),
          { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
          { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
        ],
      },
      {
        // After one visit over HTTPS, a browser uses only HTTPS for two years (RFC 6797).
        source: '/:path*',
        has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
        headers: [{ key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' }],
      },
    ],
    redirects: async () => [
      // The customer list is at /app/app/customers and a customer at /customers/{id}; the specification's addresses of a customer
      // (section 2.1), and those that people guess, lead there.
      { source: '/app/customers', destination: '/app/app/customers', permanent: false },
      { source: '/app/customers/:path+', destination: '/customers/:path+', permanent: false },
      { source: '/customers', destination: '/app/app/customers', permanent: false },
    ],
  }
}

/** Sentry's package builds without uploading where one of them is missing. */
function checkSourceMaps(): void {
  const { SENTRY_AUTH_TOKEN: token, NEXT_PUBLIC_SENTRY_DSN: dsn } = process.env
  const missing = ['SENTRY_ORG', 'SENTRY_PROJECT'].find((name) => !process.env[name]?.trim())
  if (dsn && token && missing) {
    throw new EnvironmentError(`${missing} is missing. Set it as .env.example describes.`)
  }
}

function checkEnvironment(phase: string): void {
  try {
    serverEnv()
    if (phase === PHASE_PRODUCTION_BUILD) checkSourceMaps()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    // One clear line instead of a stack trace.
    console.error(error.message)
    process.exit(1)
  }
}

export default async function config(phase: string): Promise<NextConfig> {
  checkEnvironment(phase)
  // Next asks for it after reading this file.
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const base = configuration(phase)
  if (!process.env.NEXT_PUBLIC_SENTRY_DSN) return base
  const { withSentryConfig } = await import('@sentry/nextjs/config')
  return withSentryConfig(base, {
    silent: !process.env.SENTRY_AUTH_TOKEN,
    telemetry: false,
    // Source maps are uploaded only if a token is set.
    sourcemaps: { disable: !process.env.SENTRY_AUTH_TOKEN },
  })
}
