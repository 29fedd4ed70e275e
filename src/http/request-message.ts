import { IncomingMessage } from 'node:http'

/**
 * A request whose header `Upgrade` is ignored unless it asks for a WebSocket. Node.js gives each request with this header to the listener
 * for WebSockets, without its body, once there is one; clients such as that of Java offer `h2c` with each request.
 */
export class RequestMessage extends IncomingMessage {
  private isUpgrade = false

  /** Set by Node.js before it reads the headers, and read after that. */
  get upgrade(): boolean {
    return this.isUpgrade && this.headers.upgrade?.toLowerCase() === 'websocket'
  }

  set upgrade(isUpgrade: boolean) {
    this.isUpgrade = isUpgrade
  }
}
