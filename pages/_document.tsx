import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import NextDocument, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { inlineScripts } from '@/components/ui/inline-scripts'
import { SCRIPT_META } from '@/components/ui/scripts-after-paint'
import { themeOf } from '@/components/ui/theme'
import { withInlineScripts, withStyleNonce } from '@/lib/server/content-security-policy'
import { sha256 } from '@/lib/server/sha256'

const POLICY = 'Content-Security-Policy'

export default class Document extends NextDocument<{ response?: ServerResponse; theme?: 'light' | 'dark' }> {
  static override async getInitialProps(context: DocumentContext) {
    return {
      ...(await NextDocument.getInitialProps(context)),
      response: context.res,
      theme: themeOf(context.req?.headers.cookie),
    }
  }

  private readonly nonce = randomBytes(16).toString('base64')

  override render() {
    return (
      <Html lang="en" data-theme={this.props.theme}>
        <HeadWithPolicy response={this.props.response} styleNonce={this.nonce}>
          <meta name="color-scheme" content="light dark" />
          {/* Nothing here is for search engines. */}
          <meta name="robots" content="noindex" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          {/* Here before the rows are laid out, which would otherwise be done twice, and the text would jump. */}
          <link rel="preload" href={inter} as="font" type="font/woff2" crossOrigin="anonymous" />
          {/* Carries the nonce that lib/browser/style-nonce.ts reads. */}
          {inlineScripts.map((script) => (
            <script key={script} nonce={this.nonce} dangerouslySetInnerHTML={{ __html: script }} />
          ))}
        </HeadWithPolicy>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    )
  }
}

/**
 * Allows exactly this page's inline scripts, by hash in the CSP header: the app's own, and Next's, which differs per page; and
 * style elements with the nonce. Therefore every page with scripts is rendered on request; the prerendered error pages have
 * neither. Skipped in development, since hot reload uses eval.
 */
class HeadWithPolicy extends Head {
  declare readonly props: Readonly<
    Head['props'] & { response: ServerResponse | undefined; styleNonce: string }
  >

  override getScripts(files: DocumentFiles) {
    return super.getScripts(files).map(afterPaint)
  }

  override getDynamicChunks(files: DocumentFiles) {
    return super.getDynamicChunks(files).map((script) => script && afterPaint(script))
  }

  override render() {
    const { response, styleNonce } = this.props
    const rendered = super.render() as ReactElement<{
      children?: ReactNode
      response?: undefined
      styleNonce?: undefined
    }>
    const head = cloneElement(rendered, { response: undefined, styleNonce: undefined })
    if (process.env.NODE_ENV !== 'production' || !response) return head
    // The app's own script is in the header of every response (next.config.ts).
    const scripts = Children.toArray(head.props.children).flatMap(textOfScript)
    const hashes = scripts.filter((script) => !inlineScripts.includes(script)).map(sha256)
    const policy = String(response.getHeader(POLICY) ?? '')
    response.setHeader(POLICY, withStyleNonce(withInlineScripts(policy, hashes), styleNonce))
    return head
  }
}

type DocumentFiles = Parameters<Head['getScripts']>[0]

/**
 * Names the script, for `scriptsAfterPaint` to run. Inline ones prepare for these, and hot reload needs all as they are.
 *
 * Not a preload: Chromium would compile it beside the layout of the page, and take as much of the processor for that as the page does.
 */
function afterPaint(script: ReactElement<{ src?: string }>) {
  if (!script.props.src || process.env.NODE_ENV !== 'production') return script
  return <meta key={script.key} name={SCRIPT_META} content={script.props.src} />
}

function textOfScript(node: ReactNode): string[] {
  if (!isValidElement<{ dangerouslySetInnerHTML?: { __html: string } }>(node) || node.type !== 'script')
    return []
  const script = node.props.dangerouslySetInnerHTML
  return script ? [script.__html] : []
}
