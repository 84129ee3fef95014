"use strict";(()=>{function o(e,r,t){e.classList.add("trace");let n=new DOMParser().parseFromString(t,"image/svg+xml").documentElement;e.replaceChildren(document.importNode(n,!0))}})();
