/** The look of the chat: dark grey, an accent at the left of containers, buttons in Discord's colours. */
export const chatStyle = `
:root{color-scheme:dark;font:16px/1.4 "gg sans",system-ui,sans-serif;background:#313338;color:#dbdee1}
*{box-sizing:border-box}body{margin:0;height:100dvh;display:grid;grid-template-rows:auto auto auto minmax(0,1fr)}main{display:grid;grid-template-rows:minmax(0,1fr) auto;min-height:0}
p,h1,h2,ul,blockquote,pre,fieldset{margin:0;padding:0}a{color:#85b4ff}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
body>header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:10px 16px;background:#2b2d31;border-bottom:1px solid #1e1f22}
h1{font-size:1rem;color:#f2f3f5}h1 span{color:#a5a8b0;font-weight:400}body>header p{color:#b5bac1;font-size:.875rem;margin-left:auto}
nav{display:flex;flex-wrap:wrap;gap:2px 4px;padding:4px 12px;background:#2b2d31;font-size:.875rem}nav a{color:#b5bac1;text-decoration:none;padding:4px 8px;min-height:28px;border-radius:6px}nav a:hover,nav a[aria-current]{background:#404249;color:#fff}
#crowd{background:#2b2d31;border-bottom:1px solid #1e1f22}#crowd>summary{padding:6px 16px;cursor:pointer;font-size:.875rem;min-height:32px}
#crowd>div{padding:4px 16px 12px;max-height:40dvh;overflow-y:auto;display:grid;gap:8px}.human{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center}.human>span{flex:1;min-width:10rem}
#feed{overflow-y:auto;padding:8px 0 16px}
.message{position:relative;display:grid;grid-template-columns:40px minmax(0,1fr);gap:0 14px;padding:8px 16px}
.message:hover{background:#2e3035}.message.secret{background:#35364a;border-left:2px solid #5865f2;padding-left:14px}
.used{grid-column:2;font-size:.875rem;color:#b5bac1;margin-bottom:2px}
.avatar{grid-column:1;grid-row:span 2;width:40px;height:40px;border-radius:50%;display:grid;place-items:center;background:#5c5f6b;color:#fff;font-size:.8rem;font-weight:600}
.avatar.app{background:#0b1320;border:1px solid #6fd3d9;color:#9fe5ea}
.message>header{display:flex;align-items:center;gap:8px;min-height:24px}.message>header strong{color:#f2f3f5}.message>header time{color:#a5a8b0;font-size:.75rem}
.badge{background:#5865f2;color:#fff;border-radius:4px;padding:0 4px;font-size:.625rem;font-weight:600;line-height:1rem}
.body{grid-column:2;max-width:44rem;display:grid;gap:8px;overflow-wrap:anywhere;min-width:0}.text{display:grid;gap:4px}
.container{display:grid;gap:8px;background:#393a41;border:1px solid #45474f;border-left:4px solid #4e5058;border-radius:6px;padding:12px 14px;max-width:34rem}
.section{display:flex;gap:12px;justify-content:space-between;align-items:center}.section>div{min-width:0}.section>button,.section>a{flex:none}
hr{border:0;border-top:1px solid #4e5058;margin:2px 0;width:100%}.gap{height:4px}.media{width:80px;height:80px;border-radius:6px;background:#4e5058}
.h1{font-size:1.4rem;font-weight:700;color:#f2f3f5}.h2{font-size:1.2rem;font-weight:700;color:#f2f3f5}.h3{font-size:1rem;font-weight:700;color:#f2f3f5}
.small,small{font-size:.8125rem;color:#b5bac1}.thinking{color:#b5bac1;font-style:italic}.failed{color:#ff9c9f}
blockquote{border-left:4px solid #6d6f78;padding-left:10px;display:grid;gap:4px}ul{padding-left:20px}pre,code{background:#232428;border-radius:4px;padding:1px 4px;font-family:monospace;white-space:pre-wrap}
.text time,.mention{background:#4a4c54;color:#e6e7ea;border-radius:3px;padding:0 3px}.mention{background:#414675;color:#e0e3ff}.spoiler{background:#1e1f22;color:#1e1f22;border-radius:3px}.spoiler:hover,.spoiler:focus{color:inherit}
.row{display:flex;flex-wrap:wrap;gap:8px}.row.end{justify-content:flex-end}
button,.button{font:inherit;font-size:.875rem;font-weight:500;border:0;border-radius:8px;padding:6px 14px;min-height:34px;cursor:pointer;color:#fff;text-decoration:none;background:#4e5058;display:inline-flex;align-items:center;gap:4px;white-space:pre-wrap}
.primary{background:#5865f2}.success{background:#248046}.danger{background:#c93b3e}button:disabled{opacity:.5;cursor:not-allowed}button.link{background:none;color:#85b4ff;padding:0 2px;min-height:24px;font-size:inherit}
:focus-visible{outline:2px solid #aab2ff;outline-offset:2px}
input,select,textarea{font:inherit;background:#1e1f22;color:#dbdee1;border:1px solid #6d707c;border-radius:8px;padding:8px 10px;width:100%;min-width:0}
input[type=checkbox],input[type=radio]{width:20px;height:20px;flex:none;accent-color:#5865f2}::placeholder{color:#a5a8b0}
.choice>button{flex:none}.eye{width:14px;height:14px;vertical-align:-2px;margin-right:4px;fill:none;stroke:currentColor;stroke-width:2}.choice{display:flex;gap:8px;align-items:start;width:100%;max-width:34rem}
.menu{margin-left:auto}.menu>summary{list-style:none;cursor:pointer;border-radius:4px;width:32px;min-height:24px;text-align:center;background:#3f4147}
.menu>div{position:absolute;right:16px;z-index:2;display:grid;gap:6px;background:#111214;border-radius:8px;padding:10px;min-width:12rem}
#composer{position:relative;padding:8px 16px 16px;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px;align-items:end}
#composer label{grid-column:1/-1;font-size:.8125rem;color:#b5bac1}.problem{color:#ff9c9f;font-size:.875rem}#composer .problem{grid-column:1/-1}
#suggestions{position:absolute;left:16px;right:16px;bottom:100%;list-style:none;margin:0;padding:6px;background:#2b2d31;border:1px solid #1e1f22;border-radius:8px;max-height:40dvh;overflow-y:auto}
#suggestions li{padding:6px 8px;border-radius:4px;cursor:pointer;display:flex;gap:12px;flex-wrap:wrap}#suggestions li[aria-selected=true]{background:#404249}#suggestions small{color:#b5bac1}
dialog{background:#313338;color:inherit;border:1px solid #4e5058;border-radius:10px;padding:20px;width:min(30rem,calc(100vw - 24px));max-height:90dvh;overflow-y:auto}dialog::backdrop{background:#000a}
dialog form{display:grid;gap:14px}h2{font-size:1.2rem;color:#f2f3f5}.field{display:grid;gap:4px;border:0;min-width:0}.field>label:first-child,legend{font-weight:600}
.tick{display:flex;gap:10px;align-items:center;min-height:32px}.tick small{display:block}
@media(max-width:600px){.message{grid-template-columns:32px minmax(0,1fr);gap:0 10px;padding:8px 10px}.avatar{width:32px;height:32px}body>header p{margin-left:0}}
`;
