import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { writeFile } from 'node:fs/promises'
import { toPolicySource } from '#server/platform/escape.ts'
import { offlineNotice, pageStyle, toHtml } from './html.ts'
import type { Doc } from '../content/doc.ts'
import { serveThread } from '../../core/thread.ts'

/** PBKDF2-HMAC-SHA256 iterations from the OWASP Password Storage Cheat Sheet. */
const iterations = 600_000
const tagBytes = 16

const style = `:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff}body{margin:0}
form{max-width:26rem;margin:18vh auto 0;padding:0 1.25rem}label{display:block;font-weight:600;margin:1rem 0 .35rem}
input{font:inherit;width:100%;box-sizing:border-box;padding:.6rem .75rem;border:1px solid #767676;border-radius:.5rem}
button{font:inherit;font-weight:600;margin-top:1rem;padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff}
iframe{border:0;width:100%;display:block}#fault{color:#b91c1c;font-weight:600;min-height:1.5em}small{color:#4b5563}`

/** Runs in the browser. The decrypted page can't run scripts: both the sandbox and its policy forbid them. */
const script = `"use strict";
const $=i=>document.getElementById(i),E=new TextEncoder(),u=t=>Uint8Array.from(atob(t),c=>c.charCodeAt(0));
$("form").addEventListener("submit",async event=>{
event.preventDefault();const fault=$("fault"),button=$("button");fault.textContent="";button.disabled=true;button.textContent="Opening…";
try{
if(!globalThis.crypto||!crypto.subtle)throw new Error("old");
const head=$("head").textContent,h=JSON.parse(head);
const raw=await crypto.subtle.importKey("raw",E.encode($("password").value.normalize("NFKC")),"PBKDF2",false,["deriveKey"]);
const key=await crypto.subtle.deriveKey({name:"PBKDF2",hash:"SHA-256",salt:u(h.salt),iterations:h.iterations},raw,{name:"AES-GCM",length:256},false,["decrypt"]);
const packed=await crypto.subtle.decrypt({name:"AES-GCM",iv:u(h.iv),additionalData:E.encode(head)},key,u($("data").textContent));
const text=await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
const frame=document.createElement("iframe");frame.title=document.title;frame.setAttribute("sandbox","allow-same-origin allow-popups allow-popups-to-escape-sandbox");
frame.addEventListener("load",()=>{const fit=()=>{frame.style.height=frame.contentDocument.documentElement.scrollHeight+40+"px"};fit();addEventListener("resize",fit);addEventListener("beforeprint",fit)});
frame.srcdoc=text;document.body.replaceChildren(frame);
}catch(error){button.disabled=false;button.textContent="Open";
fault.textContent=error.message==="old"?"This browser is too old to open this file. Use a current one.":"Wrong password, or the file was altered.";$("password").select()}
});`

/**
 * Wraps a page in one that decrypts it with the password. The salt and nonce are random, so the bytes always differ.
 */
export function lockPage(html: string, password: string): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const head = JSON.stringify({
    format: 'venire-page-1',
    kdf: 'PBKDF2-SHA256',
    cipher: 'AES-256-GCM',
    iterations,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
  })
  const key = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(head))
  const packed = Buffer.concat([cipher.update(gzipSync(html, { level: 9 })), cipher.final(), cipher.getAuthTag()])
  // The frame inherits this policy, so it must also allow the inner page's style.
  const policy = `default-src 'none'; script-src ${toPolicySource(script)}; style-src ${toPolicySource(style)} ${toPolicySource(pageStyle)}; style-src-attr 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Protected document</title><style>${style}</style></head><body>`,
    `<form id="form"><h1>Protected document</h1><p>Enter the password you were given. Nothing leaves this device.</p>`,
    `<label for="password">Password</label><input id="password" type="password" autocomplete="off" required autofocus aria-describedby="fault">`,
    `<p id="fault" role="alert"></p><button id="button" type="submit">Open</button><p><small>${offlineNotice}</small></p></form>`,
    `<noscript><p>Turn on JavaScript to open this document.</p></noscript>`,
    `<script type="application/json" id="head">${head}</script><script type="text/plain" id="data">${packed.toString('base64')}</script>`,
    `<script>${script}</script></body></html>`,
  ].join('\n')
}

export type PageWork = { doc: Doc; out: string; password: string | null }

serveThread(async (data, progress) => {
  const { doc, out, password } = data as PageWork
  const html = await toHtml(doc)
  progress({ fraction: 0.7, step: password === null ? 'Writing' : 'Encrypting' })
  await writeFile(out, password === null ? html : lockPage(html, password), { flag: 'wx', mode: 0o600 })
})
