/** Reports build steps to a running Venire if PIPELINE_REPORT_URL and PIPELINE_TOKEN are set. */
export type ReportedStep = {
  name: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  seconds?: number
  result?: string
}

const patienceMs = 5000

/** A failed report must not fail the build. */
export async function reportSteps(run: string, steps: readonly ReportedStep[]): Promise<void> {
  const { PIPELINE_REPORT_URL: url, PIPELINE_TOKEN: token } = process.env
  if (!url || !token) return
  try {
    const response = await fetch(new URL('/api/pipeline/report', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ kind: 'build', run, steps }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  } catch (error) {
    console.error(`Could not report the build to ${url}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
